import type { ReactNode } from 'react';
import { Icon, type IconPath } from '../Icon/Icon';
import './Point.css';

/** A list with bullets. */
export function Bullets({ children }: { readonly children: ReactNode }) {
  return <ul className="f-bullets">{children}</ul>;
}

interface PointProps {
  readonly as?: 'p' | 'li';
  readonly icon: IconPath;
  readonly children: ReactNode;
}

/** A sentence with its icon. */
export function Point({ as: Tag = 'p', icon, children }: PointProps) {
  return (
    <Tag className="f-point">
      <Icon path={icon} size={18} />
      <span>{children}</span>
    </Tag>
  );
}
