import type { Server } from 'node:http';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGateway } from '@flint/scripts/serve/gateway';
import { startRemoteServer } from '@flint/scripts/serve/remote-server';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { addressOf, ALL_ROUTES, asStudent, named, send, startCampus, USER_ROUTES } from './api';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

let server: TestServer;
let ann: TestStudent;
let offerId: string;

beforeAll(async () => {
  ({ server, ann, offerId } = await startCampus());
});
afterAll(() => server[Symbol.asyncDispose]());

/** fetch refuses to send TRACE. */
const trace = (at: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(server.url + at, { method: 'TRACE' }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });

describe('methods', () => {
  it.each(named(ALL_ROUTES))(
    '%s - with every method its address does not have - is 405 with Allow',
    async (_name, route) => {
      const allowed = ALL_ROUTES.filter(({ path: at }) => at === route.path).map(({ method }) => method);
      for (const method of METHODS.filter((each) => !allowed.includes(each))) {
        const { status, headers } = await send(server.url, method, addressOf(route, { offerId }), {
          headers: asStudent(ann),
        });
        // PUT /offers/mail and the like: another route may read that path segment as an id
        expect([method, [405, 404].includes(status)]).toEqual([method, true]);
        if (status === 405) for (const each of allowed) expect(headers.get('allow')).toContain(each);
      }
      expect([405, 501]).toContain(await trace(addressOf(route, { offerId })));
    },
  );
});

describe('answers', () => {
  it.each(named(USER_ROUTES))(
    '%s - with and without a session - is not cached and reveals no more than necessary',
    async (_name, route) => {
      if (route.method === 'DELETE') return;
      for (const headers of [{}, asStudent(ann)]) {
        const reply = await send(server.url, route.method, addressOf(route, { offerId }), { headers });
        // a tagged response is the same for every student, so a browser may cache and revalidate it
        const isKept = route.tagged === true && reply.status === 200;
        expect(reply.headers.get('cache-control')).toBe(isKept ? 'private, no-cache' : 'no-store');
        expect(reply.headers.get('x-powered-by')).toBeNull();
        expect(reply.headers.get('server')).toBeNull();
        expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
        expect(reply.headers.get('content-security-policy')).toBe(
          "default-src 'none'; frame-ancestors 'none'",
        );
        expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
        expect(reply.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|MongoServerError/);
      }
    },
  );

  it('a write - of any student - carries the RateLimit fields; beyond the limit it is 429 with Retry-After', async () => {
    await using other = await startTestServer({ clock: fixedClock('2031-03-03T15:00:00.000Z') });
    const cid = await other.signIn();
    const write = () => cid.call('PUT /offers/mail', { wanted: true });
    const first = await write();
    expect(first.headers.get('ratelimit-policy')).toBe('"writes";q=600;w=300');
    expect(first.headers.get('ratelimit')).toMatch(/^"writes";r=\d+;t=\d+$/);
    for (let at = 0; at < 12; at++) await Promise.all(Array.from({ length: 50 }, write));
    const last = await write();
    expect([last.status, last.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('writes - around the end of a window - are not allowed twice', async () => {
    const clock = fixedClock('2031-03-03T15:04:59.000Z');
    await using other = await startTestServer({ clock });
    const cid = await other.signIn();
    const passed = async () => {
      let count = 0;
      for (let at = 0; at < 650; at += 50) {
        const all = Array.from({ length: 50 }, () => cid.call('PUT /offers/mail', { wanted: true }));
        count += (await Promise.all(all)).filter(({ status }) => status === 200).length;
      }
      return count;
    };
    expect(await passed()).toBe(600);
    clock.advanceSeconds(2);
    expect(await passed()).toBeLessThanOrEqual(4);
  }, 60_000);

  it('an unexpected error - reveals nothing to the client but its id', async () => {
    const { db } = server.deps;
    const model =
      db.models.Profile ?? Object.values(db.models).find(({ collection }) => collection.name === 'profiles')!;
    const spy = jest.spyOn(model, 'findById').mockImplementation(() => {
      throw new Error('secret inside');
    });
    const { status, text } = await send(server.url, 'GET', '/api/v1/profile', { headers: asStudent(ann) });
    spy.mockRestore();
    expect(status).toBe(500);
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'code',
      'detail',
      'requestId',
      'status',
      'title',
      'type',
    ]);
    expect(text).not.toContain('secret inside');
    expect(server.logged()).toContain('secret inside');
  });
});

describe('other sites', () => {
  it.each(['https://evil.test', 'null', 'http://127.0.0.1.evil.test', 'http://127.0.0.1:4300.evil.test'])(
    '%s - requests any route, and its preflight - may read nothing',
    async (origin) => {
      for (const route of ALL_ROUTES) {
        for (const method of ['OPTIONS', route.method]) {
          if (method === 'DELETE') continue;
          const { headers } = await send(server.url, method, addressOf(route, { offerId }), {
            headers: { origin, 'access-control-request-method': route.method },
          });
          expect(headers.get('access-control-allow-origin')).toBeNull();
          expect(headers.get('access-control-allow-credentials')).toBeNull();
        }
      }
    },
  );
});

describe('pages that are not for students', () => {
  it.each([
    '/metrics',
    '/docs',
    '/debug',
    '/admin',
    '/api/v1/admin',
    '/api/v1/users',
    '/api/v1/reports',
    '/api/v1/safety/queue',
    '/api/v1/safety/decisions',
    '/graphql',
    '/.git/config',
    '/.env',
    '/package.json',
    '/server-status',
    '/auth/v1/admin/users',
    '/auth/v1/invite',
    '/auth/v1/signup',
    '/storage/v1/photos',
    '/storage/v1/bucket',
    '/storage/v1/photos/',
  ])('%s - with a student’s token - answers 404', async (at) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await send(server.url, method, at, { headers: asStudent(ann) });
      expect([401, 404, 405]).toContain(status);
    }
  });
});

describe('pages', () => {
  it('the shell, a remote and the API - send the specified headers', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'flint-pages-'));
    await writeFile(path.join(dir, 'index.html'), '<!doctype html><title>%APP_NAME%</title>');
    await writeFile(path.join(dir, 'main.0123456789.js'), '1');
    const remote = await startRemoteServer({ dir, port: 0 });
    const gateway = await startGateway({
      port: 0,
      shellDir: dir,
      remotes: { offers: { entry: `${remote.url}/mf-manifest.json` } as never },
    });
    const page = (await fetch(`${gateway.url}/`)).headers;
    const policy = Object.fromEntries(
      page
        .get('content-security-policy')!
        .split('; ')
        .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
    );
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': `'self' ${remote.url}`,
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
    });
    expect(page.get('content-security-policy')).not.toMatch(/unsafe-|\*/);
    for (const headers of [page, (await fetch(`${gateway.url}/main.0123456789.js`)).headers])
      expect({
        frame: headers.get('x-frame-options'),
        sniff: headers.get('x-content-type-options'),
        opener: headers.get('cross-origin-opener-policy'),
        powered: headers.get('x-powered-by'),
        origin: headers.get('access-control-allow-origin'),
      }).toEqual({ frame: 'DENY', sniff: 'nosniff', opener: 'same-origin', powered: null, origin: null });
    const file = (await fetch(`${remote.url}/main.0123456789.js`)).headers;
    expect(file.get('x-content-type-options')).toBe('nosniff');
    expect(file.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const limits = ({ headersTimeout, requestTimeout, timeout }: Server) => [
      headersTimeout,
      requestTimeout,
      timeout,
    ];
    expect([gateway, remote].map((each) => limits(each.server))).toEqual([
      [10_000, 60_000, 25_000],
      [10_000, 60_000, 25_000],
    ]);
    await gateway.close();
    await remote.close();
  });
});
