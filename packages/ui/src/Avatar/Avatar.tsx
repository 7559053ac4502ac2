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

/** The address of a photo unless it fails to load, and the handler of that failure. */
function usePhoto(photoUrl: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>(null);
  return {
    url: photoUrl && photoUrl !== broken ? photoUrl : null,
    onError: () => setBroken(photoUrl ?? null),
  };
}

/** A round portrait; initials if no photo loads. */
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

/** A photo in the product's 3:4 frame; a placeholder with initials if none loads. */
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
