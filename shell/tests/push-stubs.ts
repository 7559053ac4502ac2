import type { PushBrowser } from '@flint/testing/push-service';

/**
 * Replaces, in the page, what headless Chromium does not have: a push service, and `Notification.permission`, which is always 'denied'
 * there. Both survive a reload.
 */
export const stubPage = (subscription: PushBrowser['subscription']): string => `{
  const [HELD, AGREED] = ['test-subscription', 'test-permission'];
  const held = () => localStorage.getItem(HELD) && {
    endpoint: ${JSON.stringify(subscription.endpoint)},
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => (localStorage.removeItem(HELD), true),
  };
  PushManager.prototype.getSubscription = async () => held();
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError('not as browsers want it');
    localStorage.setItem(HELD, 'yes');
    return held();
  };
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(AGREED) ?? 'default' });
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = async () => {
    localStorage.setItem(AGREED, await ask());
    return Notification.permission;
  };
}`;

/**
 * The same in the worker: stores notifications, one per tag. `testShown` returns them, `testClick` clicks the first, `testReceipts` returns
 * the responses to receipts.
 */
export const STUB_WORKER = `{
  // a page that is slow, not away, answers the worker as well
  const later = self.setTimeout;
  self.setTimeout = (work, ms) => later(work, ms === 500 ? 60_000 : ms);
  const shown = (self.testShown = []);
  const remove = (tag) => {
    const at = shown.findIndex((each) => each.tag === tag);
    if (at >= 0) shown.splice(at, 1);
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => {
    remove(tag);
    shown.push({ title, body, tag, data, close: () => remove(tag) });
  };
  ServiceWorkerRegistration.prototype.getNotifications = async () => [...shown];
  const receipts = (self.testReceipts = []);
  const { fetch } = self;
  self.fetch = async (...call) => {
    const answer = await fetch(...call);
    if (call[0] === '/api/v1/alerts/shown') receipts.push(answer.status);
    return answer;
  };
  self.testClick = () =>
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification: shown[0], waitUntil: () => undefined }));
}`;
