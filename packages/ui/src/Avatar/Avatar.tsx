import './Avatar.css';

interface AvatarProps {
  readonly name: string;
  readonly photoUrl?: string | null | undefined;
  readonly size?: 's' | 'm' | 'l';
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part[0]!.toUpperCase())
    .join('') || '?';

/** A round portrait, or initials without a photo. */
export function Avatar({ name, photoUrl, size = 'm' }: AvatarProps) {
  const look = `f-avatar f-avatar--${size}`;
  return photoUrl ? (
    <img className={look} src={photoUrl} alt={name} loading="lazy" />
  ) : (
    <span className={look} role="img" aria-label={name}>
      {initials(name)}
    </span>
  );
}

/** A photo in the 3:4 frame of the product; a quiet placeholder with initials without one. */
export function PhotoFrame({ name, photoUrl }: Pick<AvatarProps, 'name' | 'photoUrl'>) {
  return photoUrl ? (
    <img className="f-photo" src={photoUrl} alt={name} loading="lazy" />
  ) : (
    <span className="f-photo f-photo--none" role="img" aria-label={name}>
      {initials(name)}
    </span>
  );
}
