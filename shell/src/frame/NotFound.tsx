import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { buttonClass, PageNotice } from '@flint/ui';
import { NOT_FOUND } from '../routing/screens';

/** Shown at an address that is no screen's. */
export function NotFound() {
  return (
    <PageNotice
      title={t(NOT_FOUND)}
      text={t('There is nothing at this address.')}
      action={
        <ScreenLink to="profile" className={buttonClass({ variant: 'primary' })}>
          {t('Go to your profile')}
        </ScreenLink>
      }
    />
  );
}
