import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import '../tones.css';
import './Card.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'article' | 'section' | 'li';
  readonly tone?: 'plain' | 'soft' | 'accent';
  readonly padding?: 'none' | 's' | 'm';
}

/** A surface that groups content. */
export function Card({ as: Tag = 'div', tone = 'plain', padding = 'm', className, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={classes('f-card', `f-card--${tone}`, `f-card--pad-${padding}`, className)} />
  );
}

interface CardTitleProps {
  readonly id?: string;
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

export function CardTitle({ id, level = 2, children }: CardTitleProps) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={id} className="f-card__title">
      {children}
    </Tag>
  );
}

export type BadgeTone = 'yellow' | 'green' | 'red' | 'blue' | 'purple' | 'neutral' | 'accent';

/** A short state in words; the color only repeats it. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return <span className={`f-badge f-tone--${tone}`}>{children}</span>;
}

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
}

/** A number with its label, inside a `dl`. */
export function Stat({ label, value }: StatProps) {
  return (
    <div className="f-stat">
      <dt>{label}</dt>
      <dd className="f-stat__value">{value}</dd>
    </div>
  );
}
