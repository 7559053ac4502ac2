import type { AuthPort } from './auth-port';
import { createAuthActions } from './auth-actions';
import { ADA, fakeAuth, gives, OUTAGE, refuse, store } from './testing/fake-auth';

const noHooks = {
  onVerifying: () => undefined,
  onRefused: () => undefined,
  onSignedOut: () => undefined,
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = () => new Promise<never>(() => undefined);

type Hooks = Parameters<typeof createAuthActions>[1];

/** The actions, where the service answers so. */
const actionsOf = (answers: Partial<AuthPort>, hooks: Partial<Hooks> = {}) =>
  createAuthActions(async () => fakeAuth(answers).auth, { ...noHooks, ...hooks });

describe('auth actions', () => {
  it.each([
    ['no connection', OUTAGE, 'Network error. Please check your connection and try again.'],
    [
      '503 from a proxy',
      { name: 'AuthRetryableFetchError', message: 'Service Unavailable', status: 503 },
      'Sign-in is busy or starting.',
    ],
    [
      '500 with JSON',
      { name: 'AuthApiError', message: '{"code":"internal","detail":"x"}', status: 500 },
      'Sign-in is busy',
    ],
    [
      '429 with JSON',
      { name: 'AuthApiError', message: '{"code":"rate_limited"}', status: 429 },
      'Request rate limit reached',
    ],
    [
      'HTML',
      { name: 'AuthUnknownError', message: `Unexpected token '<', "<html>" is not valid JSON` },
      'Sign-in is busy or starting.',
    ],
    [
      'a page as its message',
      { name: 'AuthApiError', message: '<html>Bad gateway', status: 502 },
      'Sign-in is busy',
    ],
    [
      'nothing, which has no status',
      { name: 'AuthRetryableFetchError', message: 'Load failed' },
      'Network error. Please check',
    ],
    ['499 with JSON', { name: 'AuthApiError', message: '{}', status: 499 }, 'An unexpected error occurred.'],
    [
      'a sentence of the service',
      { name: 'AuthApiError', message: 'User is banned', status: 403 },
      'User is banned',
    ],
  ])('requestCode - answered by %s - returns a sentence', async (_case, error, sentence) => {
    const actions = actionsOf({ signInWithOtp: refuse(error) });
    const result = await actions.requestCode('ada@campus.edu');
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(sentence) });
  });

  it('a code - is asked for and entered in the words of the service (spec 7)', async () => {
    const signInWithOtp = jest.fn(async () => ({ error: null }));
    const verifyOtp = jest.fn(async () => ({ error: null }));
    const onRefused = jest.fn();
    const actions = actionsOf({ signInWithOtp, verifyOtp } as never, { onRefused });
    expect(await actions.requestCode('ada@campus.edu')).toEqual({ ok: true });
    expect(await actions.verifyCode('ada@campus.edu', '123456')).toEqual({ ok: true });
    const options = { shouldCreateUser: true, data: { domain_verified: true } };
    expect(signInWithOtp.mock.calls).toEqual([[{ email: 'ada@campus.edu', options }]]);
    expect(verifyOtp.mock.calls).toEqual([[{ email: 'ada@campus.edu', token: '123456', type: 'email' }]]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('requestCode - refused because the last code is new - passes on the message, the code and the seconds', async () => {
    const message = 'For security purposes, you can only request this after 42 seconds.';
    const code = 'over_email_send_rate_limit';
    const error = { name: 'AuthApiError', message, status: 429, code };
    const actions = actionsOf({ signInWithOtp: refuse(error) });
    expect(await actions.requestCode('ada@campus.edu')).toEqual({
      ok: false,
      message,
      code,
      retryAfterSeconds: 42,
    });
  });

  it('any action - the client could not be loaded - fails with a message and does not throw', async () => {
    const actions = createAuthActions(() => Promise.reject(new Error('')), noHooks);
    expect(await actions.requestCode('ada@campus.edu')).toEqual({
      ok: false,
      message: 'An unexpected error occurred. Please try again.',
    });
  });

  it('verifyCode - wrong code - is refused and the redirect is cancelled', async () => {
    const hooks = { onVerifying: jest.fn(), onRefused: jest.fn() };
    const error = {
      name: 'AuthApiError',
      message: 'Token has expired or is invalid',
      status: 403,
      code: 'otp_expired',
    };
    const actions = actionsOf({ verifyOtp: refuse(error) }, hooks);
    expect(await actions.verifyCode('ada@campus.edu', '000000')).toMatchObject({
      ok: false,
      message: 'Token has expired or is invalid',
    });
    expect(hooks.onVerifying).toHaveBeenCalledTimes(1);
    expect(hooks.onRefused).toHaveBeenCalledTimes(1);
  });

  it('verifyCode - while signed in, before an export - leads to no other screen', async () => {
    store(ADA, 600);
    const hooks = { onVerifying: jest.fn() };
    const actions = actionsOf({}, hooks);
    expect(await actions.verifyCode('ada@campus.edu', '123456')).toEqual({ ok: true });
    expect(hooks.onVerifying).not.toHaveBeenCalled();
  });

  it('signOut everywhere - the service is down - leaves the student signed in with the drafts', async () => {
    store(ADA, 600);
    localStorage.setItem('flint:draft', 'x');
    const actions = actionsOf({ signOut: refuse(OUTAGE) });
    expect(await actions.signOut('global')).toMatchObject({ ok: false });
    expect(localStorage.getItem('flint:draft')).toBe('x');
  });

  it('signOut - the browser could not note whose storage it is, because it is full - deletes the database and caches of the session’s student, and tells the worker', async () => {
    store(ADA, 600);
    const deleteDatabase = jest.fn();
    const names = ['flint-private-pictures', 'flint-files', `flint-private-answers-${ADA.id}`];
    const caches = { keys: async () => names, delete: jest.fn() };
    Object.assign(globalThis, { indexedDB: { deleteDatabase }, caches });
    const controller = { postMessage: jest.fn() };
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
    const signOut = jest.fn(async () => ({ error: null }));
    await actionsOf({ signOut }).signOut();
    expect(deleteDatabase).toHaveBeenCalledWith(`flint:${ADA.id}`);
    await jest.advanceTimersByTimeAsync(0);
    // a refresh under way must not restore the session
    expect(signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
    expect(controller.postMessage.mock.calls).toEqual([['flint:emptied', []]]);
    expect(caches.delete.mock.calls).toEqual([[names[0]], [names[2]]]);
    for (const name of ['indexedDB', 'caches']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it.each([
    ['no connection', async () => fakeAuth({ signOut: refuse(OUTAGE) }).auth],
    ['a line that hangs', async () => fakeAuth({ signOut: never }).auth],
    ['a client that cannot be loaded', () => Promise.reject(new Error('offline'))],
    ['a client that never arrives', never],
  ])(
    'signOut - %s - empties the device at once, and the server ends the session later',
    async (_case, load) => {
      store(ADA, 600);
      localStorage.setItem('flint:draft', 'x');
      const onSignedOut = jest.fn();
      let result: unknown;
      const actions = createAuthActions(load, { ...noHooks, onSignedOut });
      void actions.signOut().then((told) => (result = told));
      expect(onSignedOut).toHaveBeenCalledTimes(1);
      expect(Object.entries({ ...localStorage })).toEqual([['ended-sessions', '["token-u1"]']]);
      await jest.advanceTimersByTimeAsync(0);
      expect(result).toEqual({ ok: true });
    },
  );

  it('signOut everywhere - leaves no session for the server to end later', async () => {
    store(ADA, 600);
    const onSignedOut = jest.fn();
    const actions = actionsOf({}, { onSignedOut });
    expect(await actions.signOut('global')).toEqual({ ok: true });
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(localStorage.length).toBe(0);
  });

  it('accessToken - a stored token that is valid - needs no client', async () => {
    store(ADA, 600);
    expect(await createAuthActions(never, noHooks).accessToken()).toBe('token-u1');
  });

  it('accessToken - an expired token - is refreshed by the client', async () => {
    store(ADA, -60);
    const getSession = gives({ access_token: 'new', user: ADA });
    expect(await actionsOf({ getSession }).accessToken()).toBe('new');
  });

  it.each([
    ['a refresh without an answer', async () => fakeAuth({ getSession: never }).auth, 7_000],
    ['a service that is down', async () => fakeAuth({ getSession: gives(null) }).auth, 0],
    ['a client that cannot be loaded', () => Promise.reject(new Error('offline')), 0],
    ['a client that never arrives', never, 7_000],
  ])(
    'accessToken - an expired token and %s - is the old one, which finds what the device has',
    async (_case, load, ms) => {
      store(ADA, -60);
      const settled = jest.fn();
      void createAuthActions(load, noHooks).accessToken().then(settled);
      await jest.advanceTimersByTimeAsync(ms && ms - 1);
      expect(settled).toHaveBeenCalledTimes(ms ? 0 : 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledWith('token-u1');
    },
  );

  it('accessToken - a session that ends while its token is refreshed - is null', async () => {
    store(ADA, -60);
    const getSession = async () => {
      localStorage.removeItem('auth-storage');
      return gives(null)();
    };
    expect(await actionsOf({ getSession }).accessToken()).toBeNull();
  });

  it('accessToken - an expired token without a connection - is the old one, which finds what the device has', async () => {
    store(ADA, -60);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await createAuthActions(never, noHooks).accessToken()).toBe('token-u1');
  });

  it('accessToken - signed out - is null', async () => {
    expect(await createAuthActions(never, noHooks).accessToken()).toBeNull();
  });
});
