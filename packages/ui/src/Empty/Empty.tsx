import { t } from '@flint/texts';
import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../Brand/Drawing';
import { Button } from '../Button/Button';
import './Empty.css';

interface EmptyStateProps {
  readonly drawing?: DrawingName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** An empty state, with a next step. */
export function EmptyState({ drawing, title, children, actions }: EmptyStateProps) {
  return (
    <section className="f-empty">
      {drawing && <Drawing name={drawing} />}
      <h2>{title}</h2>
      {children && <div className="f-empty__text">{children}</div>}
      {actions && <div className="f-empty__actions">{actions}</div>}
    </section>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** The code and request id, for a bug report. */
  readonly detail?: string;
}

/** An error state: the reason, and 'Try again'. */
export function ErrorState({ title, children, onRetry, retryLabel, detail }: ErrorStateProps) {
  return (
    <section className="f-empty" role="alert">
      <Drawing name="broken" />
      <h2>{title}</h2>
      {children && <div className="f-empty__text">{children}</div>}
      {onRetry && (
        <div className="f-empty__actions">
          <Button variant="primary" onClick={onRetry}>
            {retryLabel ?? t('Try Again')}
          </Button>
        </div>
      )}
      {detail && <p className="f-empty__detail">{detail}</p>}
    </section>
  );
}
