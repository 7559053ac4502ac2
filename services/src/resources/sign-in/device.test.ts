import type { Context } from 'koa';
import { deviceOf, nameDevice } from './device';

const secret = Buffer.alloc(32, 1);

/** A request with that cookie, and the cookies it is answered. */
function requestWith(cookie?: string) {
  const set: string[] = [];
  const ctx = {
    cookies: { get: (name: string) => (name === 'flint-device' ? cookie : undefined) },
    append: (name: string, value: string) => set.push(`${name}: ${value}`),
  } as unknown as Context;
  return { ctx, set };
}

describe('the browser of a request', () => {
  it('without a cookie - is named by one that lasts a year, for sign-in only, is recognized by it, and keeps it for another year', () => {
    for (const [url, end] of [
      ['http://localhost:3000', ''],
      ['https://flint.campus.edu', '; Secure'],
    ] as const) {
      const deps = { secret, env: { PUBLIC_URL: url } } as Parameters<typeof nameDevice>[1];
      const { ctx, set } = requestWith();
      expect(deviceOf(ctx, deps)).toBeNull();
      const device = nameDevice(ctx, deps);
      expect(set).toHaveLength(1);
      const [, name = '', attributes] = /^set-cookie: flint-device=([\w-]{22}); (.*)$/.exec(set[0]!) ?? [];
      expect(attributes).toBe(`Path=/auth/v1; Max-Age=31536000; HttpOnly; SameSite=Strict${end}`);
      const again = requestWith(name);
      expect([deviceOf(again.ctx, deps), nameDevice(again.ctx, deps)]).toEqual([device, device]);
      expect(again.set).toEqual(set);
      // the cookie cannot be computed from what is stored
      expect(device).toMatch(/^[\w-]{43}$/);
      expect(deviceOf(again.ctx, { secret: Buffer.alloc(32, 2) })).not.toBe(device);
      expect(deviceOf(requestWith('A'.repeat(22)).ctx, deps)).not.toBe(device);
    }
  });

  it.each([
    '',
    'A'.repeat(21),
    'A'.repeat(23),
    `${'A'.repeat(21)}!`,
    `!${'A'.repeat(22)}`,
    `${'A'.repeat(22)}!`,
  ])('with the cookie %j - is unknown', (cookie) =>
    expect(deviceOf(requestWith(cookie).ctx, { secret })).toBeNull(),
  );
});
