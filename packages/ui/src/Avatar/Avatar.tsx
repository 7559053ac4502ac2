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

interface PortraitProps extends Pick<AvatarProps, 'name' | 'photoUrl'> {
  readonly look: string;
  /** The look without a photo. */
  readonly none?: string;
}

/** A photo; initials if it does not load. */
function Portrait({ name, photoUrl, look, none = look }: PortraitProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return photoUrl && photoUrl !== broken ? (
    <img
      className={look}
      src={photoUrl}
      alt={name}
      translate="no"
      loading="lazy"
      onError={() => setBroken(photoUrl)}
    />
  ) : (
    <span className={none} role="img" aria-label={name} translate="no">
      {initials(name)}
    </span>
  );
}

/** A round portrait; initials if no photo loads. */
export const Avatar = ({ size = 'm', ...rest }: AvatarProps) => (
  <Portrait {...rest} look={`f-avatar f-avatar--${size}`} />
);

/** A photo in the product's 3:4 frame; a placeholder with initials if none loads. */
export const PhotoFrame = (props: Pick<AvatarProps, 'name' | 'photoUrl'>) => (
  <Portrait {...props} look="f-photo" none="f-photo f-photo--none" />
);
