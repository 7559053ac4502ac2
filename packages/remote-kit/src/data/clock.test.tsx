import { ROUTES } from '@flint/contracts';
import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flint/contracts/time';
import { act, renderHook } from '@testing-library/react';
import { serverNow, useNow, useToday } from './clock';
import { send, setCredentials } from './transport';

const SERVER = Date.parse('2026-11-26T15:30:00.000Z');
const original = globalThis.fetch;

/** An answer of the server, whose clock is right, to a device whose clock is `off`. */
async function ask(off: number, headers: Record<string, string> = {}, tookMs = 0) {
  jest.setSystemTime(SERVER + off + tookMs);
  const date = new Date(SERVER).toUTCString();
  globalThis.fetch = async () => Response.json({}, { headers: { date, ...headers } });
  await act(() => send({ route: ROUTES.listOffers, action: 'x' }));
}

describe('the time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    await ask(0);
    jest.useRealTimers();
    globalThis.fetch = original;
  });

  it.each([0, -6 * MINUTE_MS, 4 * HOUR_MS, -400 * DAY_MS])(
    'on a device that is off by %d ms - is the server’s, from its first answer on, and the day changes at its midnight',
    async (off) => {
      jest.setSystemTime(SERVER + off);
      const { result } = renderHook(() => ({ now: useNow(), today: useToday() }));
      await ask(off);
      const today = new Date(SERVER).setHours(0, 0, 0, 0);
      expect({ ...result.current, at: serverNow() }).toEqual({ now: SERVER, today, at: SERVER });
      const midnight = new Date(SERVER).setHours(24, 0, 0, 0);
      for (const now of [midnight - 1, midnight]) {
        jest.setSystemTime(now + off - MINUTE_MS);
        await act(() => jest.advanceTimersByTimeAsync(MINUTE_MS));
        expect(result.current).toEqual({ now, today: now === midnight ? midnight : today });
      }
    },
  );

  it('on a device whose clock is set right - is its own again with the next answer', async () => {
    await ask(-4 * HOUR_MS);
    await ask(0);
    expect(serverNow()).toBe(SERVER);
  });

  it.each([
    ['five minutes off', -5 * MINUTE_MS, {}],
    ['compared with an answer of the device', -HOUR_MS, { [FROM_DEVICE_HEADER]: '1' }],
    [
      'compared with an answer that the browser may have cached',
      HOUR_MS,
      { 'cache-control': 'public, max-age=3600' },
    ],
    ['compared with an answer without a date', HOUR_MS, { date: '' }],
  ])('on a device %s - is its own', async (_case, off, headers) => {
    await ask(off, headers);
    expect(serverNow()).toBe(SERVER + off);
  });

  it.each(['read', 'claimed'])(
    'an answer that is %s hours later, when a frozen page goes on - changes nothing',
    async (how) => {
      jest.setSystemTime(SERVER);
      const headers = { date: new Date(SERVER).toUTCString() };
      let reply: (response: Response) => void = () => undefined;
      const asked = () => new Promise<Response>((resolve) => (reply = resolve));
      globalThis.fetch = asked;
      const access = { accessToken: async () => 'token-1', onUnauthenticated: () => undefined };
      setCredentials(how === 'claimed' ? { ...access, takeEarly: asked } : access);
      jest.replaceProperty(performance, 'timeOrigin', SERVER);
      const sent = send({ route: ROUTES.listOffers, action: 'x' });
      await jest.advanceTimersByTimeAsync(0);
      jest.setSystemTime(SERVER + 4 * HOUR_MS);
      reply(Response.json({}, { headers }));
      await sent;
      expect(serverNow()).toBe(SERVER + 4 * HOUR_MS);
      setCredentials(access);
    },
  );

  it('answers that took other seconds - change nothing on the screen', async () => {
    await ask(DAY_MS);
    let renders = 0;
    renderHook(() => (useToday(), useNow(), (renders += 1)));
    for (const tookMs of [1_000, 9_000, 400]) await ask(DAY_MS, {}, tookMs);
    expect(renders).toBe(1);
  });
});
