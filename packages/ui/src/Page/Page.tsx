import type { ReactNode } from 'react';
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
