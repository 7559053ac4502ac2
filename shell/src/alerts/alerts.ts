import { ROUTES, type ResponseOf } from '@flint/contracts';
import type { AlertPort, AlertState } from '@flint/remote-kit';
import { language } from '@flint/texts';
import { loadData } from '../platform/load-data';
import { readStoredSession } from '../session/stored-session';
import { storeAlertLanguage } from '../worker/alert-language';
import { alertAction } from './words';

/** Key of the address of this student's subscription. Its prefix `flint:` deletes it at sign-out and when another student signs in. */
const OWN = 'flint:alerts';

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Ends the subscription in the browser, so that no push arrives, whatever the server has stored. */
async function end(held: PushSubscription | null): Promise<void> {
  localStorage.removeItem(OWN);
  await Promise.allSettled([storeAlertLanguage(null), held?.unsubscribe()]);
}

/** Sends the subscription to the server; null when it was accepted, else the failure. */
async function sendSubscription(held: PushSubscription) {
  const { send } = await loadData();
  const { endpoint, keys } = held.toJSON();
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } };
  const answer = await send({ route: ROUTES.addAlertBrowser, action: alertAction.on, body });
  return 'error' in answer ? answer.error : null;
}

/** Sends the subscription to the server, and stores it as this student's once it is there. Returns the failure. */
async function storeSubscription(held: PushSubscription) {
  const owner = readStoredSession()?.user.id;
  await storeAlertLanguage(language());
  const failure = await sendSubscription(held);
  // the student may have signed out, or another one in, during the request
  const isSame = owner !== undefined && readStoredSession()?.user.id === owner;
  if (!isSame) await end(held);
  else if (failure === null) localStorage.setItem(OWN, held.endpoint);
  return failure;
}

const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

async function subscribe(): Promise<PushSubscription | string> {
  const { send } = await loadData();
  const answer = await send({ route: ROUTES.readAlerts, action: alertAction.on });
  if ('error' in answer) return answer.error.message;
  const { publicKey } = answer.data as ResponseOf<typeof ROUTES.readAlerts>;
  // pushes to an older subscription are meant for another student
  await end(await subscription());
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) });
}

async function state(): Promise<AlertState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const held = await subscription();
  return held !== null && held.endpoint === localStorage.getItem(OWN) ? 'on' : 'off';
}

/** Alerts of this browser. `sync` runs at each start and never throws. */
export const alerts: AlertPort & { sync(): Promise<void> } = {
  state,

  async turnOn() {
    // first: browsers ask for permission only in response to a tap
    if (isSupported() && (await Notification.requestPermission()) === 'granted') {
      try {
        const held = await subscribe();
        if (typeof held === 'string') return { state: await state(), problem: held };
        const failure = await storeSubscription(held);
        if (failure) await end(held);
        return { state: await state(), problem: failure?.message ?? null };
      } catch {
        return { state: 'off', problem: alertAction.refused };
      }
    }
    return { state: await state(), problem: null };
  },

  async turnOff() {
    const held = await subscription();
    await end(held);
    if (held) {
      const { send } = await loadData();
      const { endpoint } = held;
      // if this fails, the push service reports it at the next push
      await send({ route: ROUTES.removeAlertBrowser, action: alertAction.off, body: { endpoint } });
    }
    return { state: await state(), problem: null };
  },

  /** Sends an address that the browser has changed to the server, at each start until it has it, and ends a subscription of another student. */
  async sync() {
    try {
      const held = await subscription();
      if (localStorage.getItem(OWN) === null || held === null) return await end(held);
      if (held.endpoint === localStorage.getItem(OWN)) return await storeAlertLanguage(language());
      const failure = await storeSubscription(held);
      if (failure?.code === 'alert_address_refused') await end(held);
    } catch {
      // tried again at the next start
    }
  },
};
