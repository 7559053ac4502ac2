import { isOnlyInPage, sessionStorageOrPage } from './session-storage';
import { createSessionStore } from './session-store';
import { readStoredSession, SESSION_KEY } from './stored-session';
import { ADA, BEN, fakeAuth, sessionOf } from './testing/fake-auth';

/** A browser that throws for every access, as with site data blocked, or for every write, as with a full disk. */
const blocked = () =>
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
const full = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
const sessionText = (user: typeof ADA) =>
  JSON.stringify({ ...sessionOf(user), expires_at: Date.now() / 1000 + 600 });

afterEach(() => sessionStorageOrPage.removeItem(SESSION_KEY));

describe.each([
  ['blocked', blocked],
  ['full', full],
])('with storage %s', (_case, obstruct) => {
  it('a code that was accepted - signs in until the page closes', async () => {
    obstruct();
    const sessions = createSessionStore();
    const { auth, emit } = fakeAuth();
    void sessions.connect(auth);
    sessionStorageOrPage.setItem(SESSION_KEY, sessionText(ADA));
    emit('SIGNED_IN', sessionOf(ADA));
    expect(sessions.get()).toEqual({ status: 'signedIn', user: ADA });
    expect(isOnlyInPage(SESSION_KEY)).toBe(true);
    expect(readStoredSession()?.accessToken).toBe('token-u1');
    sessionStorageOrPage.removeItem(SESSION_KEY);
    expect(readStoredSession()).toBeNull();
  });
});

it('storage that fills up - after a session was stored - brings no older session back, also once there is room', () => {
  sessionStorageOrPage.setItem(SESSION_KEY, sessionText(ADA));
  expect(isOnlyInPage(SESSION_KEY)).toBe(false);
  full();
  sessionStorageOrPage.setItem(SESSION_KEY, sessionText(BEN));
  expect(readStoredSession()?.user).toEqual(BEN);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  jest.restoreAllMocks();
  sessionStorageOrPage.setItem(SESSION_KEY, sessionText(ADA));
  expect(readStoredSession()?.user).toEqual(ADA);
  expect(isOnlyInPage(SESSION_KEY)).toBe(false);
});

it('a token - is fresh as long as it is good for more than ten seconds', () => {
  sessionStorageOrPage.setItem(SESSION_KEY, JSON.stringify({ ...sessionOf(ADA), expires_at: 1_000 }));
  expect([989, 990, 1_000].map((now) => readStoredSession(now)?.fresh)).toEqual([true, false, false]);
});
