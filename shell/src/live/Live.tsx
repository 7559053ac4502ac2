import type { Data } from '../platform/DataGate';
import { setOpenedData } from '../platform/opened-data';
import { useEffect } from 'react';
import { letBackCloseDialogs } from './back-closes';
import { News } from './News';
import { UndoToast } from './UndoToast';

/** Alerts of this browser follow whoever is signed in; where nobody was ever asked, there is nothing to do. */
function syncAlerts(): void {
  if (globalThis.Notification?.permission !== 'granted') return;
  import('../alerts/alerts').then(
    (module) => module.alerts.sync(),
    () => undefined, // at the next start
  );
}

/** What goes on beside the screen: news of offers, and what can still be undone. Loaded after the screen. */
export function Live(data: Data) {
  const { module, store } = data;
  useEffect(() => {
    setOpenedData({ module, store });
    return () => setOpenedData(null);
  }, [module, store]);
  useEffect(letBackCloseDialogs, []);
  useEffect(syncAlerts, []);
  return (
    <>
      <News {...data} />
      <UndoToast module={module} />
    </>
  );
}
