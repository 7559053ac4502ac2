import { t } from '@flint/texts';
import type { HTMLAttributes, ReactNode } from 'react';
import { BrokenDrawing } from '../Brand/Drawing';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import './Empty.css';

interface EmptyStateProps {
  readonly drawing?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** An empty state, with a next step. */
export function EmptyState({ drawing, title, children, actions }: EmptyStateProps) {
  return (
    <section className="f-empty">
      {drawing}
      <h2>{title}</h2>
      {children && <div className="f-empty__text">{children}</div>}
      {actions && <div className="f-empty__actions">{actions}</div>}
    </section>
  );
}

interface PageNoticeProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
}

/** A screen that says only what went wrong, and what to do. */
export function PageNotice({ title, text, action, className, children, ...rest }: PageNoticeProps) {
  return (
    <section {...rest} className={classes('f-empty', 'f-empty--page', className)}>
      <BrokenDrawing />
      <h1 data-page-heading>{title}</h1>
      <p className="f-empty__text">{text}</p>
      <div className="f-empty__actions">{action}</div>
      {children}
    </section>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** Beside 'Try Again'. */
  readonly actions?: ReactNode;
  /** The code and request id, for a bug report. */
  readonly detail?: string;
}

/** An error state: the reason, and 'Try again'. */
export function ErrorState({ title, children, onRetry, retryLabel, actions, detail }: ErrorStateProps) {
  return (
    <section className="f-empty" role="alert">
      <BrokenDrawing />
      <h2>{title}</h2>
      {children && <div className="f-empty__text">{children}</div>}
      {onRetry && (
        <div className="f-empty__actions">
          <Button variant="primary" onClick={onRetry}>
            {retryLabel ?? t('Try Again')}
          </Button>
          {actions}
        </div>
      )}
      {detail && <p className="f-empty__detail">{detail}</p>}
    </section>
  );
}
