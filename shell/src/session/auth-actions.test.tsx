import type { AuthPort } from './auth-port';
import { createAuthActions } from './auth-actions';
import { ADA, fakeAuth, OUTAGE, refuse, store } from './testing/fake-auth';

const noHooks = { onVerifying: () => undefined, onRefused: () => undefined };

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const actionsOf = (client: Promise<AuthPort>, hooks: Parameters<typeof createAuthActions>[1]) =>
  createAuthActions(() => client, hooks);

describe('auth actions', () => {
  it('requestCode - no connection - returns the specified message', async () => {
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

  it('verifyCode - wrong code - is refused and the redirect is cancelled', async () => {
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

  it('verifyCode - while signed in, before an export - leads to no other screen', async () => {
    store(ADA, 600);
    const hooks = { onVerifying: jest.fn(), onRefused: jest.fn() };
    const actions = actionsOf(Promise.resolve(fakeAuth().auth), hooks);
    expect(await actions.verifyCode('ada@campus.edu', '123456')).toEqual({ ok: true });
    expect(hooks.onVerifying).not.toHaveBeenCalled();
  });

  it('signOut everywhere - the service is down - leaves the student signed in with the drafts', async () => {
    store(ADA, 600);
    localStorage.setItem('flint:draft', 'x');
    const actions = actionsOf(Promise.resolve(fakeAuth({ signOut: refuse(OUTAGE) }).auth), noHooks);
    expect(await actions.signOut('global')).toMatchObject({ ok: false });
    expect(localStorage.getItem('flint:draft')).toBe('x');
  });

  it('accessToken - a stored token that is valid - needs no client', async () => {
    store(ADA, 600);
    expect(await actionsOf(new Promise(() => undefined), noHooks).accessToken()).toBe('token-u1');
  });

  it('accessToken - an expired token - is refreshed by the client', async () => {
    store(ADA, -60);
    const session = { access_token: 'new', user: ADA };
    const { auth } = fakeAuth({ getSession: () => Promise.resolve({ data: { session }, error: null }) });
    expect(await actionsOf(Promise.resolve(auth), noHooks).accessToken()).toBe('new');
  });

  it('accessToken - signed out - is null', async () => {
    expect(await actionsOf(new Promise(() => undefined), noHooks).accessToken()).toBeNull();
  });
});
