import { fakeApi, type FakeRoutes } from '@flint/remote-kit/testing';
import { alerts } from './alerts';

const ANN = 'ann';
const signIn = (id: string) =>
  localStorage.setItem(
    'auth-storage',
    JSON.stringify({ access_token: `token-${id}`, expires_at: Date.now(), user: { id, email: '' } }),
  );

let made = 0;
let held: ReturnType<typeof buildSubscription> | null = null;

function buildSubscription() {
  const endpoint = `https://push.test/${(made += 1)}`;
  return {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'BPk', auth: 'YXV0aA' } }),
    unsubscribe: jest.fn(async () => {
      held = null;
      return true;
    }),
  };
}

const notes = new Map<string, string>();
const subscribe = jest.fn(async (_options: PushSubscriptionOptionsInit) => (held = buildSubscription()));
const notification = { permission: 'default', requestPermission: jest.fn() };

function browser(answer: NotificationPermission) {
  notification.permission = 'default';
  notification.requestPermission = jest.fn(async () => (notification.permission = answer));
  const registration = { pushManager: { getSubscription: async () => held, subscribe } };
  const worker = {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  Object.assign(globalThis, {
    Notification: notification,
    PushManager: Object,
    caches: {
      open: async () => ({ put: async (key: string, value: Response) => notes.set(key, await value.text()) }),
      delete: async () => notes.clear(),
    },
  });
}

const shown = { choices: { kinds: [], quiet: null, showNames: false }, publicKey: 'BAEC', browsers: 1 };
let api: ReturnType<typeof fakeApi> | undefined;
const serve = (routes: FakeRoutes = {}) =>
  (api = fakeApi({
    'GET /alerts': { body: shown },
    'POST /alerts/browsers': { body: shown },
    'POST /alerts/browsers/remove': { body: shown },
    ...routes,
  }));
const posted = () =>
  api!.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(() => {
  notes.clear();
  held = null;
  subscribe.mockClear();
  signIn(ANN);
  browser('granted');
});

describe('alerts of this browser', () => {
  it('turned on - with permission - subscribe with the server’s key and send it the address', async () => {
    serve();
    expect(await alerts.state()).toBe('off');
    expect(await alerts.turnOn()).toEqual({ state: 'on', problem: null });
    expect(subscribe.mock.calls).toEqual([
      [{ userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 1, 2]) }],
    ]);
    expect(posted()).toEqual([
      ['/alerts/browsers', { endpoint: held!.endpoint, keys: { p256dh: 'BPk', auth: 'YXV0aA' } }],
    ]);
    expect([...notes.values()]).toEqual(['en']);
  });

  it.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)(
    'turned on - and the browser’s question answered with %s - are %s, and nothing is sent',
    async (answer, is) => {
      serve();
      browser(answer);
      expect(await alerts.turnOn()).toEqual({ state: is, problem: null });
      expect(subscribe).not.toHaveBeenCalled();
      expect(api!.calls).toEqual([]);
    },
  );

  it('turned on - refused by the server - end the subscription and show the reason', async () => {
    serve({
      'POST /alerts/browsers': { status: 400, body: { code: 'alert_address_refused', detail: 'No.' } },
    });
    const { state, problem } = await alerts.turnOn();
    expect([state, held, [...notes.values()]]).toEqual(['off', null, []]);
    expect(problem).toBe('Failed to turn alerts on: Bad Request');
  });

  it('turned on - refused by the push service - are off and show why', async () => {
    serve();
    subscribe.mockRejectedValueOnce(new DOMException('no push service', 'AbortError'));
    expect(await alerts.turnOn()).toEqual({
      state: 'off',
      problem: 'This browser could not turn alerts on. Please try again later.',
    });
  });

  it('turned off - with and without a connection - end in this browser, and the server is informed when reachable', async () => {
    serve();
    await alerts.turnOn();
    const { endpoint } = held!;
    expect(await alerts.turnOff()).toEqual({ state: 'off', problem: null });
    expect(posted().at(-1)).toEqual(['/alerts/browsers/remove', { endpoint }]);
    await alerts.turnOn();
    api!.routes['POST /alerts/browsers/remove'] = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await alerts.turnOff()).toEqual({ state: 'off', problem: null });
    expect(held).toBeNull();
  });

  it('in a browser without push - are unsupported, and prompt for nothing', async () => {
    serve();
    Reflect.deleteProperty(globalThis, 'PushManager');
    expect(await alerts.turnOn()).toEqual({ state: 'unsupported', problem: null });
    expect(notification.requestPermission).not.toHaveBeenCalled();
  });
});

describe('another student on this browser', () => {
  it('who signs in - has no alerts on, and the old subscription ends', async () => {
    serve();
    await alerts.turnOn();
    const left = held!;
    // what claimDeviceStorage does
    localStorage.clear();
    signIn('ben');
    expect(await alerts.state()).toBe('off');
    await alerts.sync();
    expect(left.unsubscribe).toHaveBeenCalledTimes(1);
    expect(held).toBeNull();
    expect(posted()).toHaveLength(1);
  });

  it('who turns alerts on - gets a new address: pushes to the old one never arrive', async () => {
    serve();
    await alerts.turnOn();
    const left = held!;
    localStorage.clear();
    signIn('ben');
    expect((await alerts.turnOn()).state).toBe('on');
    expect(left.unsubscribe).toHaveBeenCalledTimes(1);
    expect(held!.endpoint).not.toBe(left.endpoint);
  });

  it('who signs in during the request - does not take over the subscription', async () => {
    serve({
      'POST /alerts/browsers': () => {
        localStorage.clear();
        signIn('ben');
        return { body: shown };
      },
    });
    expect((await alerts.turnOn()).state).toBe('off');
    expect(held).toBeNull();
    expect([...notes.values()]).toEqual([]);
  });
});

describe('at the next start', () => {
  it('an address that the browser has changed - is sent to the server', async () => {
    serve();
    await alerts.turnOn();
    held = buildSubscription();
    await alerts.sync();
    expect(posted().at(-1)).toEqual([
      '/alerts/browsers',
      expect.objectContaining({ endpoint: held.endpoint }),
    ]);
    expect(await alerts.state()).toBe('on');
  });

  it.each([
    ['a lost network', 'stays on', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a busy server', 'stays on', { status: 503, body: { code: 'unavailable', detail: 'No.' } }],
    ['too many requests', 'stays on', { status: 429, body: { code: 'rate_limited', detail: 'No.' } }],
    ['its refusal', 'ends', { status: 422, body: { code: 'alert_address_refused', detail: 'No.' } }],
  ] as const)('an address that the browser has changed, which meets %s - %s', async (_what, is, answer) => {
    serve();
    await alerts.turnOn();
    held = buildSubscription();
    api!.routes['POST /alerts/browsers'] = answer;
    await alerts.sync();
    expect(held !== null).toBe(is === 'stays on');
    api!.routes['POST /alerts/browsers'] = { body: shown };
    await alerts.sync();
    expect([await alerts.state(), posted().length]).toEqual(is === 'stays on' ? ['on', 3] : ['off', 2]);
  });

  it('an address that is still the same - is not sent again', async () => {
    serve();
    await alerts.turnOn();
    await alerts.sync();
    expect(posted()).toHaveLength(1);
    expect(await alerts.state()).toBe('on');
  });
});
