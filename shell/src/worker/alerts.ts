import { ownPath, plainAlert, readAlert, type AlertLanguage } from './alert-payload';

/** A window of the app, as a service worker sees it. */
export interface Window {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, ports: MessagePort[]): void;
}

/** Longest wait for a page that goes to an address itself. */
const ANSWER_MS = 500;

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
  /** Language of the student whose alerts are on in this browser; null if none are. */
  language(): Promise<AlertLanguage | null>;
  /** The language of the browser. */
  readonly browserLanguage: AlertLanguage;
}

/** Shows a push. Rejects if the browser shows no notifications; then no receipt is sent. */
export async function showAlert(worker: AlertWorker, text: string | undefined): Promise<void> {
  const language = await worker.language().catch(() => null);
  // after a sign-out: a push that was on its way names no student
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
  // without a receipt the server also sends a mail
  await worker.fetch('/api/v1/alerts/shown', request).catch(() => undefined);
}

/** Asks a page to go to `path` itself; false if it does not answer: it shows no student's screens, sleeps, or is of an older release. */
async function isFollowed(window: Window, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    setTimeout(() => resolve(false), ANSWER_MS);
  });
  port1.start();
  window.postMessage(path, [port2]);
  return answer.finally(() => port1.close());
}

/**
 * Opens what an alert is about, in an open window of the app if there is one. Its page goes there itself if it can: a page that is loaded again
 * sends neither what it holds nor the photo that it is sending.
 */
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
  // navigate even if the window cannot be focused
  await window?.focus().catch(() => undefined);
  if (window && (await isFollowed(window, path))) return;
  if (window?.url === target) return;
  const isLed = await window?.navigate(target).then(
    () => true,
    () => false, // another worker controls that window
  );
  if (!isLed) await worker.clients.openWindow(target);
}

/** Handles a changed push address: subscribes again. The next opened page sends the address to the server. */
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
  // refused: the settings show that alerts are off
  await worker.registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch(() => undefined);
}

/** Handles a sign-out: closes the student's alerts and ends the subscription. Never throws. */
export async function endAlerts({ registration }: AlertWorker): Promise<void> {
  const close = async () => {
    for (const notification of await registration.getNotifications()) notification.close();
  };
  const unsubscribe = async () => (await registration.pushManager.getSubscription())?.unsubscribe();
  await Promise.allSettled([close(), unsubscribe()]);
}
