import { t } from '@flint/texts';
import { Mark, Spinner } from '@flint/ui';
import { useEffect, useState } from 'react';

/** After this time the page says why it waits. */
const SLOW_MS = 5_000;

/** Spinner while the session is being read (spec 2), for as long as that takes. */
export function Starting() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" className="first-paint" aria-busy="true">
      <Mark size={64} />
      <Spinner label={t('Loading…')} />
      <p role="status">{isSlow && t('The network is slow. This page keeps trying.')}</p>
    </main>
  );
}
