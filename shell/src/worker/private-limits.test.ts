import { DAY_MS, HOUR_MS } from '@flint/contracts/time';

describe('a private cache', () => {
  it('too full, old, or on a full device - loses its oldest entries, gives no old one, and goes first', async () => {
    const cache = { keys: async () => ['first', 'second', 'third'], delete: jest.fn() };
    const caches = { open: async () => cache, delete: jest.fn() };
    Object.assign(globalThis, { self: globalThis, caches, __WB_DISABLE_DEV_LOGS: true });
    const { executeQuotaErrorCallbacks } =
      await import('workbox-core/_private/executeQuotaErrorCallbacks.js');
    const { limits } = await import('./private-limits');
    const { cacheDidUpdate, cachedResponseWillBeUsed } = limits('answers', 2, 7);
    await cacheDidUpdate!({} as never);
    expect(cache.delete.mock.calls).toEqual([['first']]);
    for (const [hours, isGiven] of [
      [-1, true],
      [1, false],
    ] as const) {
      const date = new Date(Date.now() - 7 * DAY_MS - hours * HOUR_MS).toUTCString();
      const cachedResponse = new Response('', { headers: { date } });
      expect(Boolean(await cachedResponseWillBeUsed!({ cachedResponse } as never))).toBe(isGiven);
    }
    await executeQuotaErrorCallbacks();
    expect(caches.delete.mock.calls).toEqual([['answers']]);
  });
});
