import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Notice } from '@flint/ui';
import type { SignInState } from './use-sign-in';

/** The red box of spec 8, what went well, and whether there is a connection at all. */
export function Messages({ error, notice }: Pick<SignInState, 'error' | 'notice'>) {
  const { online } = usePlatform();
  return (
    <>
      {error && <Notice tone="failure">{error}</Notice>}
      {notice && <Notice tone="success">{notice}</Notice>}
      {!online && (
        <Notice tone="warning">
          {t('You are offline. You can go on as soon as the connection is back.')}
        </Notice>
      )}
    </>
  );
}
