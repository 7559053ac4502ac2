import { useState } from 'react';
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

/** The address of a photo until it turns out not to load; and what to call then. */
function usePhoto(photoUrl: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>(null);
  return {
    url: photoUrl && photoUrl !== broken ? photoUrl : null,
    onError: () => setBroken(photoUrl ?? null),
  };
}

/** A round portrait, or initials without a photo that loads. */
export function Avatar({ name, photoUrl, size = 'm' }: AvatarProps) {
  const look = `f-avatar f-avatar--${size}`;
  const { url, onError } = usePhoto(photoUrl);
  return url ? (
    <img className={look} src={url} alt={name} translate="no" loading="lazy" onError={onError} />
  ) : (
    <span className={look} role="img" aria-label={name} translate="no">
      {initials(name)}
    </span>
  );
}

/** A photo in the 3:4 frame of the product; a quiet placeholder with initials without one that loads. */
export function PhotoFrame({ name, photoUrl }: Pick<AvatarProps, 'name' | 'photoUrl'>) {
  const { url, onError } = usePhoto(photoUrl);
  return url ? (
    <img className="f-photo" src={url} alt={name} translate="no" loading="lazy" onError={onError} />
  ) : (
    <span className="f-photo f-photo--none" role="img" aria-label={name} translate="no">
      {initials(name)}
    </span>
  );
}
