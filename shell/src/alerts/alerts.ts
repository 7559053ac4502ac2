import { ROUTES, type ResponseOf } from '@flint/contracts';
import type { AlertPort, AlertState } from '@flint/remote-kit';
import { language } from '@flint/texts';
import { loadData } from '../platform/load-data';
import { readStoredSession } from '../session/stored-session';
import { noteAlertLanguage } from '../worker/alert-language';
import { alertAction } from './words';

/** The address of this student's subscription. Signing out and another student's sign-in remove it, as everything of `flint:`. */
const OWN = 'flint:alerts';

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Ends the subscription where it counts: no push reaches this browser, whatever the server knows. */
async function end(held: PushSubscription | null): Promise<void> {
  localStorage.removeItem(OWN);
  await Promise.allSettled([noteAlertLanguage(null), held?.unsubscribe()]);
}

/** Tells the server where to send; null when it agreed, else what to say. */
async function tellServer(held: PushSubscription): Promise<string | null> {
  const { send } = await loadData();
  const { endpoint, keys } = held.toJSON();
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } };
  const answer = await send({ route: ROUTES.addAlertBrowser, action: alertAction.on, body });
  return 'error' in answer ? answer.error.message : null;
}

async function keep(held: PushSubscription): Promise<string | null> {
  const owner = readStoredSession()?.user.id;
  localStorage.setItem(OWN, held.endpoint);
  await noteAlertLanguage(language());
  const problem = await tellServer(held);
  // somebody may have signed out, or another student in, while the server was asked
  const isSame = owner !== undefined && readStoredSession()?.user.id === owner;
  if (problem !== null || !isSame) await end(held);
  return problem;
}

const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

async function subscribe(): Promise<PushSubscription | string> {
  const { send } = await loadData();
  const answer = await send({ route: ROUTES.readAlerts, action: alertAction.on });
  if ('error' in answer) return answer.error.message;
  const { publicKey } = answer.data as ResponseOf<typeof ROUTES.readAlerts>;
  // whatever is on its way to an older subscription was meant for somebody else
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

/** Alerts of this browser. `sync` is for each start: it never throws. */
export const alerts: AlertPort & { sync(): Promise<void> } = {
  state,

  async turnOn() {
    // first of all: a browser asks only while it answers a tap
    if (isSupported() && (await Notification.requestPermission()) === 'granted') {
      try {
        const held = await subscribe();
        const problem = typeof held === 'string' ? held : await keep(held);
        return { state: await state(), problem };
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
      // not told, the server learns it from the push service at its next try
      await send({ route: ROUTES.removeAlertBrowser, action: alertAction.off, body: { endpoint } });
    }
    return { state: await state(), problem: null };
  },

  /** Tells the server of an address that the browser has changed, and ends a subscription that is not this student's. */
  async sync() {
    try {
      const held = await subscription();
      if (localStorage.getItem(OWN) === null || held === null) return await end(held);
      if (held.endpoint === localStorage.getItem(OWN)) return await noteAlertLanguage(language());
      await keep(held);
    } catch {
      // asked again at the next start
    }
  },
};
