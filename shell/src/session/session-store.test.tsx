import { forgetTold } from '@flint/remote-kit/forget-told';
import { notices } from '../platform/notices';
import type { AuthFailure, AuthPort, AuthSession } from './auth-port';
import { emptyDeviceStorage } from './device-storage';
import { endOnDevice } from './ended-session';
import { createSessionStore } from './session-store';
import { readStoredSession } from './stored-session';
import { ADA, BEN, fakeAuth, gives, OUTAGE, refuse, sessionOf, store } from './testing/fake-auth';

// a browser that blocks its storage
jest.mock('@flint/remote-kit/forget-told', () => ({ forgetTold: jest.fn().mockRejectedValue(new Error()) }));

const told = () => notices.get().map(({ text }) => text);

beforeEach(() => {
  notices.get().forEach(({ id }) => notices.dismiss(id));
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** The page of Ada, whose session is valid, once the client has answered. */
async function open(answers: Partial<AuthPort> = {}, clock?: () => number) {
  store(ADA, 600);
  const sessions = createSessionStore(clock);
  const fake = fakeAuth({ getSession: gives(sessionOf(ADA)), ...answers });
  await sessions.connect(fake.auth);
  await jest.advanceTimersByTimeAsync(0);
  return { sessions, ...fake };
}

describe('session store', () => {
  it('start - nothing stored - is signed out at once, without a spinner', () => {
    expect(createSessionStore().get()).toEqual({ status: 'signedOut' });
  });

  it('start - a stored session that is valid - is signed in at once', () => {
    store(ADA, 600);
    expect(createSessionStore().get()).toEqual({ status: 'signedIn', user: ADA });
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

  it('connect - the service does not answer - waits, and goes on as soon as it is known to be unreachable', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    void sessions.connect(fakeAuth({ getSession: () => new Promise(() => undefined) }).auth);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sessions.get().status).toBe('loading');
    sessions.goOnWithoutAnswer();
    expect(sessions.get().status).toBe('unknown');
  });

  it('events - SIGNED_IN again at every tab focus - notify no subscriber', async () => {
    const { sessions, emit } = await open();
    const heard = jest.fn();
    sessions.subscribe(heard);
    const before = sessions.get();
    emit('SIGNED_IN', sessionOf(ADA));
    expect(heard).not.toHaveBeenCalled();
    expect(sessions.get()).toBe(before);
  });

  it('events - SIGNED_IN of another tab, sent before and received after signing out - are ignored', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth();
    await sessions.connect(auth);
    store(ADA, 600);
    emit('SIGNED_IN', sessionOf(ADA));
    expect(sessions.get().status).toBe('signedIn');
    await auth.signOut({ scope: 'local' });
    emit('SIGNED_IN', sessionOf(ADA));
    expect(sessions.get()).toEqual({ status: 'signedOut' });
  });

  it('getSession - called before and answered after signing out - is ignored', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    let answer: (session: AuthSession) => void = () => undefined;
    const { auth } = fakeAuth({
      getSession: () =>
        new Promise((resolve) => {
          answer = (session) => resolve({ data: { session }, error: null });
        }),
    });
    const connected = sessions.connect(auth);
    await auth.signOut({ scope: 'local' });
    answer(sessionOf(ADA));
    await connected;
    expect(sessions.get()).toEqual({ status: 'signedOut' });
  });

  it('storage - cleared by another tab - signs this one out, without a word; other changes do not', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    sessions.followRemoval();
    expect(sessions.get().status).toBe('signedIn');
    localStorage.clear();
    sessions.followRemoval();
    await jest.advanceTimersByTimeAsync(0);
    expect(sessions.get()).toEqual({ status: 'signedOut' });
    expect(told()).toEqual([]);
  });

  it.each([
    ['at a check', 600],
    ['while it is read', -60],
  ])(
    'a session that the client removes, since the server has ended it - %s - is said once',
    async (_when, s) => {
      store(ADA, s);
      const removed = (error: AuthFailure | null) => {
        localStorage.removeItem('auth-storage');
        return Promise.resolve({ data: { session: null }, error });
      };
      const getUser = () => removed({ name: 'AuthSessionMissingError', message: 'Auth session missing!' });
      const { auth } = fakeAuth({ getUser, getSession: s > 0 ? gives(sessionOf(ADA)) : () => removed(null) });
      const sessions = createSessionStore();
      await sessions.connect(auth);
      await jest.advanceTimersByTimeAsync(0);
      sessions.followRemoval();
      expect(sessions.get()).toEqual({ status: 'signedOut' });
      expect(told()).toEqual(['Session expired. Please sign in again.']);
    },
  );

  it('events - INITIAL_SESSION without a session during an outage - keep the stored session', async () => {
    store(ADA, -60);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth({ getSession: () => new Promise(() => undefined) });
    void sessions.connect(auth);
    emit('INITIAL_SESSION', null);
    expect(sessions.get().status).toBe('unknown');
  });

  const refusal = (status: number, code?: string) => ({ name: 'AuthApiError', message: 'x', status, code });
  it.each([
    ['the service is down', OUTAGE, null, 'signedIn'],
    ['the session is over', refusal(403, 'session_not_found'), null, 'signedOut'],
    ['the student is banned', refusal(403, 'user_banned'), null, 'signedOut'],
    ['a proxy refuses', refusal(403), null, 'signedIn'],
    ['the key of the client is refused', refusal(401, 'no_authorization'), null, 'signedIn'],
    ['the token has expired, and a new one comes', refusal(403, 'bad_jwt'), null, 'signedIn'],
    ['the token has expired, and no new one comes', refusal(403, 'bad_jwt'), OUTAGE, 'signedIn'],
    [
      'the token has expired, and its refresh token is not known',
      refusal(403, 'bad_jwt'),
      refusal(400, 'refresh_token_not_found'),
      'signedOut',
    ],
    [
      'the token has expired, and too many were asked for',
      refusal(403, 'bad_jwt'),
      refusal(429, 'over_request_rate_limit'),
      'signedIn',
    ],
  ])('check - %s - ends the session or not', async (_case, refused, refreshed, status) => {
    const refreshSession = jest.fn(async () => ({ error: refreshed }));
    const { sessions } = await open({ getUser: refuse(refused), refreshSession });
    expect(sessions.get().status).toBe(status);
    expect(refreshSession).toHaveBeenCalledTimes(refused.code === 'bad_jwt' ? 1 : 0);
  });

  it('check - the site’s data was deleted under the open page - signs out, asking nobody', async () => {
    const getUser = jest.fn(async () => ({ error: null }));
    const { sessions } = await open({ getUser });
    localStorage.clear();
    await sessions.check(0);
    expect(sessions.get()).toEqual({ status: 'signedOut' });
    expect(getUser).toHaveBeenCalledTimes(1);
  });

  it('check - called often, as at every focus - reaches the server once a minute', async () => {
    let now = 0;
    const getUser = jest.fn(async () => ({ error: null }));
    const { sessions } = await open({ getUser }, () => now);
    for (const [at, times] of [
      [59_999, 1],
      [60_000, 2],
      [119_999, 2],
    ] as const) {
      now = at;
      await sessions.check();
      expect(getUser).toHaveBeenCalledTimes(times);
    }
  });

  it('a session that the server has ended - found by a check - leaves unsent work for the same student, also while another one signs in and out or is signed out, and nothing else', async () => {
    const draft = `flint:draft:${ADA.id}:offers:form`;
    for (const key of [draft, 'flint:news', 'user_photos']) localStorage.setItem(key, 'private');
    const { sessions, emit } = await open({ getUser: refuse(refusal(403, 'session_not_found')) });
    expect(sessions.get().status).toBe('signedOut');
    expect(Object.keys(localStorage).toSorted()).toEqual([draft, 'flint:owner']);
    store(BEN, 600);
    emit('SIGNED_IN', sessionOf(BEN));
    expect(Object.keys(localStorage).toSorted()).toEqual(['auth-storage', draft, 'flint:owner']);
    expect(localStorage.getItem('flint:owner')).toBe(BEN.id);
    localStorage.removeItem('auth-storage');
    const own = `flint:draft:${BEN.id}:offers:form`;
    localStorage.setItem(own, 'private');
    await endOnDevice(BEN.id);
    expect(Object.keys(localStorage).toSorted()).toEqual([draft, own, 'flint:owner'].toSorted());
    emptyDeviceStorage(BEN.id);
    expect(Object.keys(localStorage)).toEqual([draft]);
    // whose it is, nobody knows
    emptyDeviceStorage(null);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('a session that ended - while another student has signed in by another tab - leaves what is theirs', async () => {
    store(ADA, 600);
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth();
    void sessions.connect(auth);
    store(BEN, 600);
    localStorage.setItem('flint:owner', BEN.id);
    localStorage.setItem('flint:news', 'of ben');
    emit('SIGNED_OUT', null);
    await jest.advanceTimersByTimeAsync(0);
    expect(localStorage.getItem('flint:news')).toBe('of ben');
  });

  it('a session that ended - is forgotten on the device, unless the same student has signed in again', async () => {
    for (const [signedIn, forgotten, owner] of [
      [ADA, [], ADA.id],
      [null, [[ADA.id]], null],
    ] as const) {
      localStorage.setItem('flint:owner', ADA.id);
      if (signedIn) store(signedIn, 600);
      else localStorage.removeItem('auth-storage');
      jest.mocked(forgetTold).mockReset().mockResolvedValue();
      await endOnDevice(ADA.id);
      expect(jest.mocked(forgetTold).mock.calls).toEqual(forgotten);
      expect(localStorage.getItem('flint:owner')).toBe(owner);
    }
    jest.mocked(forgetTold).mockRejectedValue(new Error());
  });

  it('an account that was deleted, here or elsewhere - found by a check - leaves nothing, and is said', async () => {
    localStorage.setItem(`flint:draft:${ADA.id}:offers:form`, 'private');
    await open({ getUser: refuse(refusal(403, 'user_not_found')) });
    expect(Object.keys(localStorage)).toEqual([]);
    expect(told()).toEqual(['Your account and everything in it was deleted.']);
  });
});

describe('readStoredSession', () => {
  it.each(['{', 'null', '"x"', '{"access_token":1}', '{"access_token":"a","user":{}}'])(
    'stored %s - not a session - is read as signed out',
    (text) => {
      localStorage.setItem('auth-storage', text);
      expect(readStoredSession()).toBeNull();
    },
  );
});
