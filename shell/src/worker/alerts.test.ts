import { readAlert } from './alert-payload';
import { endAlerts, openAlert, showAlert, subscribeAgain, type AlertWorker, type Window } from './alerts';

const OWN = 'https://flint.test';
const SOUND = {
  title: 'Flint',
  body: 'A new offer waits for you.',
  tag: 'a1 offered',
  path: '/offers?offer=a1',
  receipt: 'r.1',
};

function build({
  windows = [],
  language = 'en',
}: { windows?: Window[]; language?: 'en' | 'fr' | null } = {}) {
  const calls: string[] = [];
  const subscription = { unsubscribe: jest.fn(async () => true) };
  const left = { close: jest.fn() };
  const registration = {
    showNotification: jest.fn(async () => void calls.push('shown')),
    getNotifications: jest.fn(async () => [left]),
    pushManager: { getSubscription: async () => subscription, subscribe: jest.fn(async () => subscription) },
  };
  const fetched = jest.fn(async (_path: string, _init: RequestInit): Promise<unknown> =>
    calls.push('receipt'),
  );
  const openWindow = jest.fn(async () => undefined);
  const worker: AlertWorker = {
    location: { origin: OWN },
    registration: registration as unknown as AlertWorker['registration'],
    clients: { matchAll: async () => windows, openWindow },
    fetch: fetched,
    language: async () => language,
    browserLanguage: 'en',
  };
  return { worker, registration, fetched, openWindow, calls, subscription, left };
}

/** A window whose page does not answer, such as one of an older release. */
function window(url: string, focused = false) {
  return {
    url,
    focused,
    focus: jest.fn(async () => 0),
    navigate: jest.fn(async (_to: string) => 0),
    postMessage: jest.fn((_message: unknown, _ports: MessagePort[]): void => undefined),
  };
}

describe('a push', () => {
  it('of the server - is shown once with its text, and its receipt is sent afterwards', async () => {
    const { worker, registration, fetched, calls } = build();
    await showAlert(worker, JSON.stringify(SOUND));
    expect(registration.showNotification.mock.calls).toEqual([
      [
        'Flint',
        {
          body: SOUND.body,
          tag: 'a1 offered',
          lang: 'en',
          icon: '/icon-192.png',
          data: { path: '/offers?offer=a1' },
        },
      ],
    ]);
    expect(calls).toEqual(['shown', 'receipt']);
    const [path, init] = fetched.mock.calls[0]!;
    expect(path).toBe('/api/v1/alerts/shown');
    expect(init).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: '{"receipt":"r.1"}',
    });
  });

  it('whose receipt does not arrive - stays on screen, without an error', async () => {
    const { worker, fetched } = build();
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(showAlert(worker, JSON.stringify(SOUND))).resolves.toBeUndefined();
  });

  it('that the browser does not show - sends no receipt', async () => {
    const { worker, registration, fetched } = build();
    registration.showNotification.mockRejectedValueOnce(new TypeError('permission'));
    await expect(showAlert(worker, JSON.stringify(SOUND))).rejects.toThrow('permission');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('that arrives after sign-out - is shown without its text, and sends no receipt', async () => {
    const { worker, registration, fetched } = build({ language: null });
    await showAlert(worker, JSON.stringify({ ...SOUND, title: 'Ada' }));
    expect(JSON.stringify(registration.showNotification.mock.calls)).not.toMatch(/Ada|offer waits|a1/);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['no text', undefined],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no title', JSON.stringify({ ...SOUND, title: ' ' })],
    ['no body', JSON.stringify({ ...SOUND, body: 7 })],
    ['no tag', JSON.stringify({ ...SOUND, tag: '' })],
    ['a huge tag', JSON.stringify({ ...SOUND, tag: 't'.repeat(5_000) })],
  ])('with %s - shows a plain sentence in the page’s language', async (_what, text) => {
    const { worker, registration, fetched } = build({ language: 'fr' });
    await showAlert(worker, text);
    expect(registration.showNotification.mock.calls).toEqual([
      ['Il y a du nouveau pour vous.', expect.objectContaining({ body: '', tag: 'plain', lang: 'fr' })],
    ]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('with huge texts - is shortened at a whole character', () => {
    const { title, body } = readAlert(
      JSON.stringify({ ...SOUND, title: '💘'.repeat(9_000), body: 'b'.repeat(90_000) }),
      OWN,
      'en',
    );
    expect(title).toBe(`${'💘'.repeat(79)}…`);
    expect(body).toBe(`${'b'.repeat(199)}…`);
  });

  it.each([7, '', 'r'.repeat(2_001)])('with the receipt %j - is shown, and sends none', (receipt) => {
    const alert = readAlert(JSON.stringify({ ...SOUND, receipt }), OWN, 'en');
    expect(alert).toMatchObject({ body: SOUND.body, receipt: null });
  });

  it.each([
    'https://evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test/a',
    '/\\evil.test/a',
    '/\t/evil.test',
    'offers',
    `/${'a'.repeat(9_000)}`,
    7,
    null,
    undefined,
  ])('with the path %j - leads to the offers', (path) => {
    expect(readAlert(JSON.stringify({ ...SOUND, path }), OWN, 'en').path).toBe('/offers');
  });
});

describe('a click on an alert', () => {
  const alert = (path: unknown) => ({ close: jest.fn(), data: { path } });

  it('with a page open that answers - leads it without loading it again, wherever it is by now', async () => {
    // the address that a page was loaded from
    const open = window(`${OWN}/offers?offer=a1`);
    open.postMessage.mockImplementation((_message, [port]) => port!.postMessage(null, []));
    const { worker, openWindow } = build({ windows: [open] });
    await openAlert(worker, alert('/offers?offer=a1'));
    expect(open.postMessage.mock.calls).toEqual([['/offers?offer=a1', [expect.any(MessagePort)]]]);
    expect(open.focus).toHaveBeenCalledTimes(1);
    expect(open.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('with a window open - closes the alert, focuses that window and navigates it', async () => {
    const other = window('https://elsewhere.test/');
    const first = window(`${OWN}/matches`);
    const second = window(`${OWN}/profile`, true);
    const { worker, openWindow } = build({ windows: [other, first, second] });
    const clicked = alert('/offers?offer=a1');
    await openAlert(worker, clicked);
    expect(clicked.close).toHaveBeenCalledTimes(1);
    expect(second.focus).toHaveBeenCalledTimes(1);
    expect(second.navigate.mock.calls).toEqual([[`${OWN}/offers?offer=a1`]]);
    expect(first.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('with a window that cannot be focused - still navigates it', async () => {
    const open = { ...window(`${OWN}/`), focus: () => Promise.reject(new TypeError('not allowed')) };
    const { worker, openWindow } = build({ windows: [open] });
    await openAlert(worker, alert('/offers'));
    expect(open.navigate.mock.calls).toEqual([[`${OWN}/offers`]]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('with that page open - only focuses it', async () => {
    const open = window(`${OWN}/offers?offer=a1`);
    const { worker } = build({ windows: [open] });
    await openAlert(worker, alert('/offers?offer=a1'));
    expect(open.focus).toHaveBeenCalledTimes(1);
    expect(open.navigate).not.toHaveBeenCalled();
  });

  it.each([
    ['none open', []],
    [
      'one that this worker may not lead',
      [{ ...window(`${OWN}/`), navigate: () => Promise.reject(new TypeError()) }],
    ],
  ])('with %s - opens a window', async (_what, windows) => {
    const { worker, openWindow } = build({ windows });
    await openAlert(worker, alert('/offers?offer=a1'));
    expect(openWindow.mock.calls).toEqual([[`${OWN}/offers?offer=a1`]]);
  });

  it.each(['https://evil.test/', 'javascript:alert(1)', '//evil.test', undefined])(
    'whose data names %j - leads to the offers',
    async (path) => {
      const { worker, openWindow } = build();
      await openAlert(worker, alert(path));
      expect(openWindow.mock.calls).toEqual([[`${OWN}/offers`]]);
    },
  );
});

describe('the subscription of a browser', () => {
  const applicationServerKey = new ArrayBuffer(65);
  const oldSubscription = { options: { applicationServerKey } } as unknown as PushSubscription;

  it('that the browser ended - is created again with the same key', async () => {
    const { worker, registration } = build();
    await subscribeAgain(worker, { oldSubscription });
    expect(registration.pushManager.subscribe.mock.calls).toEqual([
      [{ userVisibleOnly: true, applicationServerKey }],
    ]);
  });

  it.each([
    ['nobody’s alerts are on', null, { oldSubscription }],
    ['the browser made a new one', 'en' as const, { oldSubscription, newSubscription: oldSubscription }],
    ['the key is not known', 'en' as const, { oldSubscription: null }],
  ])('that the browser ended - while %s - is left alone', async (_what, language, event) => {
    const { worker, registration } = build({ language });
    await subscribeAgain(worker, event);
    expect(registration.pushManager.subscribe).not.toHaveBeenCalled();
  });

  it('whose student left the device - ends, and what is on screen closes', async () => {
    const { worker, subscription, left } = build();
    await endAlerts(worker);
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(left.close).toHaveBeenCalledTimes(1);
  });

  it('that cannot be read - closes the alerts on screen', async () => {
    const { worker, registration, left } = build();
    registration.pushManager.getSubscription = () => Promise.reject(new Error('no push here'));
    await endAlerts(worker);
    expect(left.close).toHaveBeenCalledTimes(1);
  });
});
