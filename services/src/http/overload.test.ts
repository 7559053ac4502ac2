import Koa from 'koa';
import pino from 'pino';
import { listening } from '@flint/testing/listening';
import { createGracefulServer } from './graceful-server';
import { overload } from './overload';
import { problems } from './problem';

async function start(options: Parameters<typeof overload>[0]) {
  const koa = new Koa();
  koa.silent = true;
  const released: (() => void)[] = [];
  koa
    .use(problems(pino({ level: 'silent' })))
    .use(overload(options))
    .use(async (ctx) => {
      if (ctx.path.includes('/stuck')) await new Promise<void>((resolve) => released.push(resolve));
      ctx.body = { ok: true };
    });
  const { server, stop } = createGracefulServer(koa.callback());
  const { url } = await listening(server);
  return { url, stop, release: () => released.splice(0).forEach((resolve) => resolve()) };
}

describe('overload', () => {
  it('work that takes too long - gets 503 with Retry-After before it ends - and still counts until it ends', async () => {
    const { url, stop, release } = await start({ patienceMs: 100, inFlightMax: 3 });
    const stuck = await Promise.all([1, 2, 3].map(() => fetch(`${url}/stuck`)));
    expect(stuck.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(stuck[0]!.headers.get('retry-after')).toBe('2');
    expect(await stuck[0]!.json()).toMatchObject({ code: 'unavailable' });
    const shed = await fetch(url);
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await fetch(url)).status).toBe(200);
    await stop();
  });

  it('pictures that do not come - leave half of the room to other requests', async () => {
    const { url, stop, release } = await start({ inFlightMax: 4 });
    const slow = ['/storage/stuck', '/api/v1/account/stuck', '/api/v1/account/stuck'];
    const pictures = slow.map((at) => fetch(url + at));
    expect((await Promise.race(pictures)).status).toBe(503);
    expect((await fetch(url)).status).toBe(200);
    release();
    const statuses = (await Promise.all(pictures)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 503]);
    expect((await fetch(`${url}/storage/one`)).status).toBe(200);
    await stop();
  });

  it('a body that is still arriving - does not count as work', async () => {
    const { url, stop } = await start({ patienceMs: 50 });
    const body = new ReadableStream({
      async start(controller) {
        for (let part = 0; part < 4; part++) {
          controller.enqueue(new TextEncoder().encode('x'));
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
        controller.close();
      },
    });
    const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(200);
    await stop();
  });
});
