import type { Data } from '../platform/opened-data';
import { usePlatform, useUser } from '@flint/remote-kit';
import { useEffect } from 'react';
import { notices } from '../platform/notices';
import { closeDialogsOnBack } from './back-closes';
import { followAlerts } from './follow-alerts';
import { News } from './News';
import { sendWhenAsked } from './other-tabs';
import { discardHeld, watchHeld } from './unsent';
import { UndoToast } from './UndoToast';
import { watchErrors } from './watch-errors';

/** Keeps the alerts of this browser in step with the signed-in student; does nothing where permission was never asked for. */
function syncAlerts(): void {
  if (globalThis.Notification?.permission !== 'granted') return;
  import('../alerts/alerts').then(
    (module) => module.alerts.sync(),
    () => undefined, // tried again at the next start
  );
}

/** Runs beside the screen: news of offers, and undo. Loaded after the screen. */
export function Live(data: Data) {
  const { module, store } = data;
  const { setUnsaved, navigation } = usePlatform();
  const { id: userId } = useUser();
  const { goTo } = navigation;
  useEffect(() => sendWhenAsked(userId, module, store), [module, store, userId]);
  // the session has ended: nothing can be sent, nor in the name of the next student, who reads none of its news and failures
  useEffect(
    () => () => {
      for (const { id, tone } of notices.get()) if (tone !== 'success') notices.dismiss(id);
      discardHeld(module);
    },
    [module],
  );
  useEffect(() => module.reportUnsaved(store.outbox, setUnsaved), [module, store, setUnsaved]);
  useEffect(
    () => watchHeld(module.heldAct, userId, goTo),
    // `goTo` is another function after every navigation, and does the same
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [module, userId],
  );
  // mail, alerts, calendars and shared links have the language of this request (decisions/017)
  useEffect(() => {
    const asked = store.dispatch(module.api.endpoints.readOfferMail.initiate());
    return () => asked.unsubscribe();
  }, [module, store]);
  useEffect(() => followAlerts({ module, store }, goTo), [module, store, goTo]);
  useEffect(closeDialogsOnBack, []);
  useEffect(syncAlerts, []);
  useEffect(watchErrors, []);
  return (
    <>
      <News {...data} />
      <UndoToast module={module} />
    </>
  );
}
