import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Notice } from '@flint/ui';

/** While offline, says that the data may be old. */
export function OfflineNotice() {
  const { online } = usePlatform();
  if (online) return null;
  return (
    <Notice tone="warning" title={t('You’re offline.')}>
      <p>{t('This is what was loaded last. Answers and invitations wait until you are back online.')}</p>
    </Notice>
  );
}
