import { asCallFailure } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Notice } from '@flint/ui';

interface ReadFailureProps {
  /** The `error` of the query. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Shown instead of a part whose state is not known, because a default state would be a false statement. */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  return (
    <Notice
      tone="failure"
      action={
        <Button size="s" onClick={() => void onRetry()}>
          {t('Try Again')}
        </Button>
      }
    >
      <p>{t(asCallFailure(error)?.message ?? '')}</p>
    </Notice>
  );
}
