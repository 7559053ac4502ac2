import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import './Layout.css';

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'section' | 'header' | 'ul' | 'ol' | 'dl' | 'p' | 'span';
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Children in a column. */
export function Stack({ as: Tag = 'div', gap = 4, className, ...rest }: LayoutProps) {
  return <Tag {...rest} className={classes('f-stack', `f-gap-${gap}`, className)} />;
}

interface RowProps extends LayoutProps {
  /** The first child at the start, the last at the end. */
  readonly between?: boolean;
  /** In a narrow window the children share the row's width. */
  readonly fill?: boolean;
  /** On a phone the row does not wrap: a finger moves it sideways. */
  readonly scrolls?: boolean;
}

/** Children in a wrapping row; fields share its width. */
export function Row({ as: Tag = 'div', gap = 3, between, fill, scrolls, className, ...rest }: RowProps) {
  const look = classes(
    'f-row',
    `f-gap-${gap}`,
    between && 'f-row--between',
    fill && 'f-row--fill',
    scrolls && 'f-row--scrolls',
    className,
  );
  return <Tag {...rest} className={look} />;
}

interface TextProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'p' | 'span' | 'small' | 'h2' | 'h3';
}

/** Text of second rank: smaller and softer. */
export function Soft({ as: Tag = 'p', className, ...rest }: TextProps) {
  return <Tag {...rest} className={classes('f-soft', className)} />;
}

/** The small heading of a part of a card or of a pane. */
export function Label({ as: Tag = 'h3', className, ...rest }: TextProps) {
  return <Tag {...rest} className={classes('f-label', className)} />;
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="f-visually-hidden">{children}</span>;
}

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="f-kbd" translate="no">
      {children}
    </kbd>
  );
}

/** The keys of a shortcut, in the order in which they are pressed. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="f-keys">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
