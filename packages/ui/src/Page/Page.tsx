import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes';
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
      {back}
      {title && <PageHead title={title} lead={lead} actions={actions} />}
      {children}
    </div>
  );
}

interface LayoutProps extends HTMLAttributes<HTMLDivElement> {
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8;
}

/** Children in a column. */
export function Stack({ gap = 4, className, ...rest }: LayoutProps) {
  return <div {...rest} className={classes('f-stack', `f-gap-${gap}`, className)} />;
}

/** Children in a wrapping row. */
export function Row({ gap = 3, className, ...rest }: LayoutProps) {
  return <div {...rest} className={classes('f-row', `f-gap-${gap}`, className)} />;
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
