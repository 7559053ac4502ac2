import { ownPath, plainAlert, readAlert, type AlertLanguage } from './alert-payload';

/** A window of ours, as a worker sees it. */
export interface Window {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The parts of a service worker that alerts need. */
export interface AlertWorker {
  readonly location: { readonly origin: string };
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'showNotification' | 'getNotifications' | 'pushManager'
  >;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  fetch(path: string, init: RequestInit): Promise<unknown>;
  /** The language of the student whose alerts are on here; null when nobody's are. */
  language(): Promise<AlertLanguage | null>;
  /** The browser's own language. */
  readonly browserLanguage: AlertLanguage;
}

/** Rejects when the browser shows no notifications: then nothing was shown, and no receipt goes. */
export async function showAlert(worker: AlertWorker, text: string | undefined): Promise<void> {
  const language = await worker.language().catch(() => null);
  // after signing out: one that was under way says nothing of the student it was for
  const alert =
    language === null
      ? plainAlert(worker.browserLanguage)
      : readAlert(text, worker.location.origin, language);
  await worker.registration.showNotification(alert.title, {
    body: alert.body,
    tag: alert.tag,
    lang: language ?? worker.browserLanguage,
    icon: '/icon-192.png',
    data: { path: alert.path },
  });
  if (alert.receipt === null) return;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ receipt: alert.receipt }),
  } as const;
  // without it the server sends a mail, too: no harm
  await worker.fetch('/api/v1/alerts/shown', request).catch(() => undefined);
}

/** Leads to what an alert is about, in a window that is open if there is one. */
export async function openAlert(
  worker: AlertWorker,
  notification: Pick<Notification, 'close' | 'data'>,
): Promise<void> {
  notification.close();
  const { origin } = worker.location;
  const path = ownPath((notification.data as { path?: unknown } | null)?.path, origin);
  const target = origin + path;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = open.filter(({ url }) => url.startsWith(`${origin}/`));
  const window = ours.find(({ focused }) => focused) ?? ours[0];
  // a window that may not be raised is led there all the same
  await window?.focus().catch(() => undefined);
  if (window?.url === target) return;
  const isLed = await window?.navigate(target).then(
    () => true,
    () => false, // not this worker's to lead
  );
  if (!isLed) await worker.clients.openWindow(target);
}

/** The browser's address for pushes has changed: a new one, which the next page to open tells the server. */
export async function subscribeAgain(
  worker: AlertWorker,
  {
    oldSubscription,
    newSubscription,
  }: Partial<Record<`${'old' | 'new'}Subscription`, PushSubscription | null>>,
): Promise<void> {
  if (newSubscription || (await worker.language().catch(() => null)) === null) return;
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!applicationServerKey) return;
  // refused: the settings say that alerts are off
  await worker.registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch(() => undefined);
}

/** A student has left this device: no alert of theirs stays or comes. Never throws. */
export async function endAlerts({ registration }: AlertWorker): Promise<void> {
  const close = async () => {
    for (const notification of await registration.getNotifications()) notification.close();
  };
  const unsubscribe = async () => (await registration.pushManager.getSubscription())?.unsubscribe();
  await Promise.allSettled([close(), unsubscribe()]);
}
