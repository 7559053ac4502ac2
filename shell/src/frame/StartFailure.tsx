import { t } from '@flint/texts';
import { FullPageNotice } from './FullPageNotice';

/** Shown when the app could not read its settings. */
export function StartFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <FullPageNotice
      title={t('No connection to the service')}
      text={t('Network error. Please check your connection and try again.')}
      action={t('Try Again')}
      onAction={onRetry}
    />
  );
}
