import type { AuthFailure, AuthPort, AuthSession } from './auth-port';
import { createAuthActions } from './auth-actions';
import { createSessionStore } from './session-store';
import { readStoredSession } from './stored-session';

const ADA = { id: 'u1', email: 'ada@campus.edu' };
const BEN = { id: 'u2', email: 'ben@campus.edu' };
const OUTAGE: AuthFailure = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };
const REVOKED: AuthFailure = { name: 'AuthApiError', message: 'Session not found', status: 403 };

const sessionOf = (user: AuthSession['user']): AuthSession => ({ access_token: `token-${user.id}`, user });

function store(user: AuthSession['user'], expiresInSeconds: number) {
  const expires_at = Date.now() / 1000 + expiresInSeconds;
  localStorage.setItem('auth-storage', JSON.stringify({ ...sessionOf(user), expires_at }));
}

function fakeAuth(answers: Partial<AuthPort> = {}) {
  let listener: (event: string, session: AuthSession | null) => void = () => undefined;
  const ok = () => Promise.resolve({ error: null });
  const auth: AuthPort = {
    onAuthStateChange: (given) => {
      listener = given;
    },
    getSession: () => Promise.resolve({ data: { session: null }, error: null }),
    getUser: ok,
    signInWithOtp: ok,
    verifyOtp: ok,
    setSession: ok,
    signOut: jest.fn(() => {
      localStorage.removeItem('auth-storage');
      listener('SIGNED_OUT', null);
      return ok();
    }),
    ...answers,
  };
  return { auth, emit: (event: string, session: AuthSession | null) => listener(event, session) };
}

const refuse = (error: AuthFailure) => async () => ({ error });
const noHooks = { onVerifying: () => undefined, onRefused: () => undefined };

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const actionsOf = (client: Promise<AuthPort>, hooks: Parameters<typeof createAuthActions>[1]) =>
  createAuthActions(() => client, hooks);

describe('session store', () => {
  it('start - nothing stored - is signed out at once, without a spinner', () => {
    expect(createSessionStore().get()).toEqual({ status: 'signedOut' });
  });

  it('start - a stored session still good - is signed in at once', () => {
    store(ADA, 600);
    expect(createSessionStore().get()).toEqual({ status: 'signedIn', user: ADA });
  });

  it('start - a stored session that ran out - is loading until the client answers', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    expect(sessions.get().status).toBe('loading');
    const { auth } = fakeAuth({
      getSession: () => Promise.resolve({ data: { session: sessionOf(ADA) }, error: null }),
    });
    await sessions.connect(auth);
    expect(sessions.get()).toEqual({ status: 'signedIn', user: ADA });
  });

  it('start - the service is down and the client hangs - is unknown after 1.5 seconds, not signed out', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    const { auth } = fakeAuth({ getSession: () => new Promise(() => undefined) });
    const connected = sessions.connect(auth);
    await jest.advanceTimersByTimeAsync(1_500);
    await connected;
    expect(sessions.get()).toEqual({ status: 'unknown', user: ADA });
  });

  it('getSession - no session and an outage - is unknown, and signed in again once refreshed', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth({
      getSession: () => Promise.resolve({ data: { session: null }, error: OUTAGE }),
    });
    await sessions.connect(auth);
    expect(sessions.get().status).toBe('unknown');
    emit('TOKEN_REFRESHED', sessionOf(ADA));
    expect(sessions.get().status).toBe('signedIn');
  });

  it('events - SIGNED_IN again at every tab focus - tell nobody anything new', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth({
      getSession: () => Promise.resolve({ data: { session: sessionOf(ADA) }, error: null }),
    });
    await sessions.connect(auth);
    const heard = jest.fn();
    sessions.subscribe(heard);
    const before = sessions.get();
    emit('SIGNED_IN', sessionOf(ADA));
    expect(heard).not.toHaveBeenCalled();
    expect(sessions.get()).toBe(before);
  });

  it('events - INITIAL_SESSION without a session during an outage - keeps the stored student', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth({ getSession: () => new Promise(() => undefined) });
    void sessions.connect(auth);
    emit('INITIAL_SESSION', null);
    expect(sessions.get().status).toBe('unknown');
  });

  it('check - the session was ended elsewhere - signs out this device', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    const { auth } = fakeAuth({
      getSession: () => Promise.resolve({ data: { session: sessionOf(ADA) }, error: null }),
      getUser: refuse(REVOKED),
    });
    await sessions.connect(auth);
    await jest.advanceTimersByTimeAsync(0);
    expect(auth.signOut).toHaveBeenCalledWith({ scope: 'local' });
    expect(sessions.get()).toEqual({ status: 'signedOut' });
  });

  it('check - the service is down - changes nothing', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    const { auth } = fakeAuth({
      getSession: () => Promise.resolve({ data: { session: sessionOf(ADA) }, error: null }),
      getUser: refuse(OUTAGE),
    });
    await sessions.connect(auth);
    await jest.advanceTimersByTimeAsync(0);
    expect(sessions.get().status).toBe('signedIn');
  });

  it('check - asked for often, as on every focus - reaches the server once a minute', async () => {
    let now = 0;
    store(ADA, 600);
    const sessions = createSessionStore(() => now);
    const getUser = jest.fn(() => Promise.resolve({ error: null }));
    await sessions.connect(
      fakeAuth({
        getUser,
        getSession: () => Promise.resolve({ data: { session: sessionOf(ADA) }, error: null }),
      }).auth,
    );
    await sessions.check();
    expect(getUser).toHaveBeenCalledTimes(1);
    now = 60_000;
    await sessions.check();
    expect(getUser).toHaveBeenCalledTimes(2);
  });

  it('drafts - the session ended by itself - wait for the same student and are gone for another', () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    localStorage.setItem('flint:draft', 'private');
    const { auth, emit } = fakeAuth();
    void sessions.connect(auth);
    emit('SIGNED_OUT', null);
    emit('SIGNED_IN', sessionOf(ADA));
    expect(localStorage.getItem('flint:draft')).toBe('private');
    emit('SIGNED_OUT', null);
    emit('SIGNED_IN', sessionOf(BEN));
    expect(localStorage.getItem('flint:draft')).toBeNull();
  });
});

describe('auth actions', () => {
  it('requestCode - accepted - sends what the specification says', async () => {
    const signInWithOtp = jest.fn(() => Promise.resolve({ error: null }));
    const actions = actionsOf(Promise.resolve(fakeAuth({ signInWithOtp }).auth), noHooks);
    expect(await actions.requestCode('ada@campus.edu')).toEqual({ ok: true });
    expect(signInWithOtp).toHaveBeenCalledWith({
      email: 'ada@campus.edu',
      options: { shouldCreateUser: true, data: { domain_verified: true } },
    });
  });

  it("requestCode - refused for haste - gives the backend's words and the seconds in them", async () => {
    const message = 'For security purposes, you can only request this after 42 seconds.';
    const error = { name: 'AuthApiError', message, status: 429, code: 'over_email_send_rate_limit' };
    const actions = actionsOf(Promise.resolve(fakeAuth({ signInWithOtp: refuse(error) }).auth), noHooks);
    expect(await actions.requestCode('ada@campus.edu')).toEqual({
      ok: false,
      message,
      code: 'over_email_send_rate_limit',
      retryAfterSeconds: 42,
    });
  });

  it('requestCode - no connection - says so in the words of the specification', async () => {
    const actions = actionsOf(Promise.resolve(fakeAuth({ signInWithOtp: refuse(OUTAGE) }).auth), noHooks);
    expect(await actions.requestCode('ada@campus.edu')).toEqual({
      ok: false,
      message: 'Network error. Please check your connection and try again.',
    });
  });

  it('any action - the client could not be loaded - fails with a message and does not throw', async () => {
    const actions = actionsOf(Promise.reject(new Error('')), noHooks);
    expect(await actions.requestCode('ada@campus.edu')).toEqual({
      ok: false,
      message: 'An unexpected error occurred. Please try again.',
    });
    store(ADA, -60);
    expect(await actions.accessToken()).toBeNull();
  });

  it('verifyCode - wrong code - is refused and the landing is called off', async () => {
    const hooks = { onVerifying: jest.fn(), onRefused: jest.fn() };
    const error = {
      name: 'AuthApiError',
      message: 'Token has expired or is invalid',
      status: 403,
      code: 'otp_expired',
    };
    const actions = actionsOf(Promise.resolve(fakeAuth({ verifyOtp: refuse(error) }).auth), hooks);
    expect(await actions.verifyCode('ada@campus.edu', '000000')).toMatchObject({
      ok: false,
      message: 'Token has expired or is invalid',
    });
    expect(hooks.onVerifying).toHaveBeenCalledTimes(1);
    expect(hooks.onRefused).toHaveBeenCalledTimes(1);
  });

  it('verifyCode - by a student who is signed in, before an export - leads nowhere', async () => {
    store(ADA, 600);
    const hooks = { onVerifying: jest.fn(), onRefused: jest.fn() };
    const actions = actionsOf(Promise.resolve(fakeAuth().auth), hooks);
    expect(await actions.verifyCode('ada@campus.edu', '123456')).toEqual({ ok: true });
    expect(hooks.onVerifying).not.toHaveBeenCalled();
  });

  it('signOut - by default - ends this device only and empties what the student left on it', async () => {
    store(ADA, 600);
    for (const key of ['user_availability', 'user_photos', 'onboarding_completed', 'flint:draft', 'other']) {
      localStorage.setItem(key, 'x');
    }
    sessionStorage.setItem('flint:step', 'x');
    const { auth } = fakeAuth();
    expect(await actionsOf(Promise.resolve(auth), noHooks).signOut()).toEqual({ ok: true });
    expect(auth.signOut).toHaveBeenCalledWith({ scope: 'local' });
    expect(Object.keys(localStorage)).toEqual(['other']);
    expect(sessionStorage).toHaveLength(0);
  });

  it('signOut everywhere - the service is down - leaves the student signed in with the drafts', async () => {
    store(ADA, 600);
    localStorage.setItem('flint:draft', 'x');
    const actions = actionsOf(Promise.resolve(fakeAuth({ signOut: refuse(OUTAGE) }).auth), noHooks);
    expect(await actions.signOut('global')).toMatchObject({ ok: false });
    expect(localStorage.getItem('flint:draft')).toBe('x');
  });

  it('accessToken - a stored token still good - needs no client', async () => {
    store(ADA, 600);
    expect(await actionsOf(new Promise(() => undefined), noHooks).accessToken()).toBe('token-u1');
  });

  it('accessToken - a token that ran out - is refreshed by the client', async () => {
    store(ADA, -60);
    const session = { access_token: 'new', user: ADA };
    const { auth } = fakeAuth({ getSession: () => Promise.resolve({ data: { session }, error: null }) });
    expect(await actionsOf(Promise.resolve(auth), noHooks).accessToken()).toBe('new');
  });

  it('accessToken - signed out - is null', async () => {
    expect(await actionsOf(new Promise(() => undefined), noHooks).accessToken()).toBeNull();
  });
});

describe('readStoredSession', () => {
  it.each(['{', 'null', '"x"', '{"access_token":1}', '{"access_token":"a","user":{}}'])(
    'stored %s - not a session - is nobody',
    (text) => {
      localStorage.setItem('auth-storage', text);
      expect(readStoredSession()).toBeNull();
    },
  );
});
