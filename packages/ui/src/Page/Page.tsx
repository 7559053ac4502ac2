import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
import { Icon, type IconName } from '../Icon/Icon';
import './Page.css';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
}

/** A screen's heading, which takes the focus after navigation. */
export function PageHead({ title, lead, actions }: PageHeadProps) {
  return (
    <header className="f-page__head">
      <div>
        <h1 tabIndex={-1} data-page-heading>
          {title}
        </h1>
        {lead && <div className="f-page__lead">{lead}</div>}
      </div>
      {actions && <div className="f-page__actions">{actions}</div>}
    </header>
  );
}

interface PageProps extends Partial<PageHeadProps> {
  readonly width?: 'narrow' | 'wide';
  /** Above the title. */
  readonly back?: ReactNode;
  readonly children: ReactNode;
}

/** A screen. Without a title, it has a PageHead somewhere inside. */
export function Page({ title, lead, width = 'narrow', actions, back, children }: PageProps) {
  return (
    <div className={`f-page f-page--${width}`}>
      {back && <div className="f-page__back">{back}</div>}
      {title && <PageHead title={title} lead={lead} actions={actions} />}
      {children}
    </div>
  );
}

/** The buttons of a screen, at the lower edge of its page, which is then as high as the window. The main one is last. */
export function Foot({ children }: { readonly children: ReactNode }) {
  return <footer className="f-foot">{children}</footer>;
}

/** In a wide window a pane at the right edge of its page; in a narrow one it stays where it is among the page's children. */
export function SidePane({ children }: { readonly children: ReactNode }) {
  return <div className="f-side">{children}</div>;
}

/** Two children side by side in a wide window, the first one wider. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className="f-columns">{children}</div>;
}

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'section' | 'header' | 'ul' | 'ol' | 'dl' | 'p' | 'span';
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8;
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

/** A list with bullets. */
export function Bullets({ children }: { readonly children: ReactNode }) {
  return <ul className="f-bullets">{children}</ul>;
}

interface PointProps {
  readonly as?: 'p' | 'li';
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** A sentence with its icon. */
export function Point({ as: Tag = 'p', icon, children }: PointProps) {
  return (
    <Tag className="f-point">
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </Tag>
  );
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
