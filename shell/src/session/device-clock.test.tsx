import { createAuthActions } from './auth-actions';
import { createSessionStore, RECHECK_MS } from './session-store';
import { ADA } from './testing/fake-auth';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const endOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number }).exp * 1_000;

/** A sign-in service with a clock of its own, before which the device's is off. */
function serve(start: number) {
  let [now, off, refreshes] = [start, 0, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => now - start);
  const show = () => jest.setSystemTime(now + off);
  const newSession = () => {
    const expires_at = now / 1_000 + 3_600;
    const access_token = [{ alg: 'ES256' }, { sub: ADA.id, exp: expires_at }, now].map((part) =>
      encode(Object(part) as object),
    );
    return {
      access_token: access_token.join('.'),
      token_type: 'bearer',
      expires_in: 3_600,
      expires_at,
      refresh_token: `refresh ${now}`,
      user: ADA,
    };
  };
  const isExpired = (token: string) => endOf(token) < now;
  globalThis.fetch = async (input, init) => {
    const path = new URL(input as string).pathname;
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
    if (path.endsWith('/user'))
      return isExpired(token)
        ? Response.json({ error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 403 })
        : Response.json(ADA);
    if (path.endsWith('/token')) refreshes++;
    return Response.json(newSession());
  };
  return {
    isExpired,
    refreshes: () => refreshes,
    pass(ms: number) {
      now += ms;
      show();
    },
    turnDeviceClock(by: number) {
      off += by;
      show();
    },
  };
}

describe('a session on a device whose clock is wrong', () => {
  beforeEach(() => {
    // the client warns of a second one in a page
    jest.resetModules();
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => jest.useRealTimers());

  it.each([
    ['right', 0, 0],
    ['a day behind', -DAY_MS, 0],
    ['a day ahead', DAY_MS, 0],
    ['set back by two hours after sign-in', 0, -120 * MINUTE_MS],
    ['set forward by two hours after sign-in', 0, 120 * MINUTE_MS],
  ])('%s - an hour later, at ten calls - goes on, with one new token', async (_case, before, after) => {
    const service = serve(Date.parse('2026-11-26T12:00:00Z'));
    service.turnDeviceClock(before);
    const { createAuthClient } = await import('./auth-client');
    const auth = createAuthClient('https://flint.campus.edu', 'key', () => undefined);
    const store = createSessionStore();
    await store.connect(auth);
    const actions = createAuthActions(async () => auth, {
      onVerifying: () => undefined,
      onRefused: () => undefined,
      onSignedOut: () => undefined,
    });
    /** A call of the API, which refuses a token that has expired by the server's clock; returns whether it was taken. */
    const call = async () => {
      const token = (await actions.accessToken())!;
      if (!service.isExpired(token)) return true;
      await store.check(RECHECK_MS);
      return false;
    };
    await actions.verifyCode(ADA.email, '123456');
    await store.check();
    service.turnDeviceClock(after);
    service.pass(61 * MINUTE_MS);
    const taken: boolean[] = [];
    for (let calls = 0; calls < 10; calls++) taken.push(await call());
    await (auth as unknown as { dispose: () => Promise<void> }).dispose();
    expect(store.get()).toEqual({ status: 'signedIn', user: ADA });
    expect(service.refreshes()).toBe(1);
    // only a clock that was set back can have the device send a token once that has expired
    expect(taken.filter((isTaken) => !isTaken)).toHaveLength(after < 0 ? 1 : 0);
  });
});
