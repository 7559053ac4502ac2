import { t } from '@flint/texts';
import { Mark, Spinner } from '@flint/ui';

/** Spinner while the session is being read (spec 2). */
export function Starting() {
  return (
    <main id="main" className="first-paint" aria-busy="true">
      <Mark size={64} />
      <Spinner label={t('Loading…')} />
    </main>
  );
}
