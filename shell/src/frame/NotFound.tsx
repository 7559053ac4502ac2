import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { buttonClass, Drawing } from '@flint/ui';
import { NOT_FOUND } from '../routing/screens';

/** Shown at an address that is no screen's. */
export function NotFound() {
  return (
    <section className="not-found">
      <Drawing name="broken" />
      <h1 data-page-heading>{t(NOT_FOUND)}</h1>
      <p>{t('There is nothing at this address.')}</p>
      <ScreenLink to="profile" className={buttonClass({ variant: 'primary' })}>
        {t('Go to your profile')}
      </ScreenLink>
    </section>
  );
}
