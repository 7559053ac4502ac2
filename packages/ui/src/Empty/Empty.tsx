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

/** What a screen shows when there is nothing yet, with a way on. */
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
  /** For a report: a code and a request id, small. */
  readonly detail?: string;
}

/** What a screen shows when it cannot: the reason, and another try. */
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
