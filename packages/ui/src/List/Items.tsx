import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import '../Card/Card.css';
import './Items.css';

interface ItemsProps extends HTMLAttributes<HTMLUListElement> {
  /** A frame of its own; without one the rows lie on a card. */
  readonly framed?: boolean;
  /** Low rows without hairlines, which open the parts of a screen. */
  readonly index?: boolean;
}

/** Rows between hairlines. Each is an `li` with one element of the class `f-item`: a link, a button or a plain one. */
export function Items({ framed = false, index = false, ...rest }: ItemsProps) {
  const look = classes('f-items', framed && 'f-card f-card--pad-none', index && 'f-index');
  return <ul {...rest} className={look} />;
}

interface ItemTextProps {
  readonly title: ReactNode;
  /** Below the title. */
  readonly children?: ReactNode;
}

/** The text of a row, which takes the room that icons and buttons leave. */
export function ItemText({ title, children }: ItemTextProps) {
  return (
    <span className="f-grow">
      <strong>{title}</strong>
      {children && <span className="f-soft">{children}</span>}
    </span>
  );
}
