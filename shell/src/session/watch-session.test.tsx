import { loadAgain } from '@flint/ui';
import type { AuthPort } from './auth-port';
import type { SessionStore } from './session-store';
import { watchSession } from './watch-session';

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the auth client', () => {
  it('that could not be loaded - once the connection is back - is loaded and connected once', async () => {
    const auth = {} as AuthPort;
    const load = jest.fn(async () => auth);
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const store = { connect: jest.fn(), connectFailed: jest.fn(), refresh: jest.fn(), check: jest.fn() };
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const client = loadAgain(load);
    watchSession(store as unknown as SessionStore, client);
    await settled();
    window.dispatchEvent(new Event('focus'));
    expect(store.check).toHaveBeenCalledTimes(1);
    expect(store.connectFailed).toHaveBeenCalledTimes(1);
    expect(logged.mock.calls).toEqual([['[flint] session not initialised: TypeError']]);
    logged.mockRestore();
    expect(store.connect).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(store.connect).toHaveBeenCalledWith(auth);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(store.connect).toHaveBeenCalledTimes(1);
    expect(store.refresh).toHaveBeenCalledTimes(1);
    expect(await client()).toBe(auth);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
