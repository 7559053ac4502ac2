import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';

/** A push service on this machine for one browser: keeps what the server sends, as the browser decrypts it (RFC 8291). */
export async function openPushService() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const received: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const options = { version: 'aes128gcm' as const, privateKey: ecdh, authSecret: auth };
      received.push(ece.decrypt(Buffer.concat(parts), options).toString('utf8'));
      answer.writeHead(201).end();
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/browser`,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth },
    received,
    /** The next text that has not been taken yet. */
    async take(): Promise<string> {
      while (received.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return received.shift()!;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type PushService = Awaited<ReturnType<typeof openPushService>>;

/**
 * Stands in for what a headless Chromium does not have, in the page: a browser vendor's push service, and the permission that
 * `Notification.permission` says 'denied' of, whatever was granted. Both outlive a reload, as real ones do.
 */
export const stubPage = ({ endpoint, keys }: Pick<PushService, 'endpoint' | 'keys'>): string => `{
  const [HELD, AGREED] = ['test-subscription', 'test-permission'];
  const held = () => localStorage.getItem(HELD) && {
    endpoint: ${JSON.stringify(endpoint)},
    toJSON: () => (${JSON.stringify({ endpoint, keys })}),
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
 * The same in the worker: a screen that notifications are on, one for each tag. `testShown` has them, `testClick` clicks the first, `testReceipts`
 * has what the server said to receipts.
 */
export const STUB_WORKER = `{
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
