import { gzipSync } from 'node:zlib';
import type { TestServer, TestStudent } from '@flint/testing';
import { acceptsKey, LIMITS, type Route } from '@flint/contracts';
import { addressOf, asStudent, bodyFor, BODY_ROUTES, dumpOf, jsonAs, named, send, startCampus } from './api';

let server: TestServer;
let ann: TestStudent;
let offerId: string;
let before: string;

beforeAll(async () => {
  ({ server, ann, offerId } = await startCampus());
  before = await dumpOf(server);
});
afterAll(() => server[Symbol.asyncDispose]());
// some routes have their own limits
beforeEach(() => server.deps.db.collection('rate_counts').deleteMany({}));
afterEach(async () => expect(await dumpOf(server)).toBe(before));

const post = (route: Route, body: unknown, headers: Record<string, string> = {}) => {
  const init = jsonAs(ann, body);
  return send(server.url, route.method, addressOf(route, { offerId }), {
    ...init,
    headers: { ...(init.headers as Record<string, string>), ...headers },
  });
};

const OPERATORS = [{ $gt: '' }, { $ne: null }, { $regex: '.*' }, { $where: 'sleep(1000)' }, ['x'], [[]]];

/** Copies of the body with one text member replaced, for every text member at any depth. */
function* withReplaced(value: unknown, instead: unknown): Generator<unknown> {
  if (typeof value === 'string') yield instead;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of withReplaced(inner, instead)) {
      yield Array.isArray(value)
        ? value.map((each, at) => (String(at) === key ? changed : each))
        : { ...value, [key]: changed };
    }
  }
}

/** Free-form members, which profile and questions validate against the catalogue. */
const withTexts = (route: Route) => {
  const body = bodyFor(route);
  if ('answers' in body || route.path === '/profile')
    return { answers: { gender_identity: 'woman', bundle_intro: { display_name: 'Ann' } } };
  return body;
};

describe('every body', () => {
  it.each(named(BODY_ROUTES))(
    '%s - with fields a server sets itself - is refused naming each of them',
    async (_name, route) => {
      const body = bodyFor(route);
      const extra = Object.fromEntries(
        ['fromUserId', 'createdBy', 'role', '_id', '__v', 'verified', 'email', 'isAdmin']
          .filter((name) => !(name in body))
          .map((name) => [name, 'x']),
      );
      const { status, text } = await post(route, { ...body, ...extra });
      expect(status).toBe(400);
      const pointers = (JSON.parse(text).errors as { pointer: string }[]).map(({ pointer }) => pointer);
      for (const name of Object.keys(extra)) expect(pointers).toContain(`/${name}`);
    },
  );

  it.each(named(BODY_ROUTES))(
    '%s - with a database operator or a list in place of a text - is refused',
    async (_name, route) => {
      for (const operator of OPERATORS) {
        for (const body of withReplaced(withTexts(route), operator)) {
          const { status } = await post(route, body);
          expect([body, [400, 422].includes(status)]).toEqual([body, true]);
        }
      }
    },
  );

  it.each(named(BODY_ROUTES))('%s - with a prototype key - is refused', async (_name, route) => {
    const traps = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"a.b":1}',
      '{"$set":{"a":1}}',
      '{"answers":{"__proto__":{"polluted":true}}}',
      '{"answers":{"constructor":{"prototype":{"polluted":true}}}}',
      '{"answers":{"bundle_intro.display_name":"x","$where":"1"}}',
    ];
    for (const trap of traps) expect([400, 422]).toContain((await post(route, trap)).status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(named(BODY_ROUTES))('%s - as a form on another site sends it - is 415', async (_name, route) => {
    const body = JSON.stringify(bodyFor(route));
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      '',
    ];
    for (const type of types) {
      const headers = { ...asStudent(ann), 'content-type': type };
      const { status } = await send(server.url, route.method, addressOf(route, { offerId }), {
        headers,
        body: new TextEncoder().encode(body),
      });
      expect([type, status]).toEqual([type, 415]);
    }
    const packed = await send(server.url, route.method, addressOf(route, { offerId }), {
      headers: { ...asStudent(ann), 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(10_000_000, 32))),
    });
    expect(packed.status).toBe(415);
  });

  it.each(named(BODY_ROUTES))(
    '%s - too large, too deep or malformed - is 413 or 400',
    async (_name, route) => {
      const statusOf = async (body: string) => (await post(route, body)).status;
      expect(await statusOf(`{"a":"${'x'.repeat(LIMITS.jsonBodyBytes)}"}`)).toBe(413);
      expect(await statusOf('['.repeat(30_000) + ']'.repeat(30_000))).toBe(400);
      for (const malformed of ['', '{', '{"a":1', 'null', '[]', '"x"', '1', '{"a":NaN}', "{'a':1}"])
        expect([malformed, await statusOf(malformed)]).toEqual([malformed, 400]);
      expect(await statusOf(`{"a":${'9'.repeat(400)},"b":1e999}`)).toBe(400);
    },
  );

  it.each(named(BODY_ROUTES))(
    '%s - with 60 kB made to backtrack in every text - is validated quickly',
    async (_name, route) => {
      for (const text of [
        'a'.repeat(60_000),
        '2026-01-01T00:00:00.'.padEnd(60_000, '0'),
        `${'@.'.repeat(30_000)}`,
      ]) {
        for (const body of withReplaced(withTexts(route), text)) {
          const started = performance.now();
          expect((await post(route, body)).status).toBeGreaterThanOrEqual(400);
          // 50 ms on a quiet machine (decisions/009); a backtracking regular expression takes minutes
          expect(performance.now() - started).toBeLessThan(20_000);
        }
      }
    },
  );

  it.each(named(BODY_ROUTES.filter(acceptsKey)))(
    '%s - with a malformed Idempotency-Key - is refused',
    async (_name, route) => {
      for (const key of ['short', '', 'with a blank', 'x'.repeat(129)]) {
        const { status } = await post(route, bodyFor(route), { 'idempotency-key': key });
        expect([key, [400, 422].includes(status)]).toEqual([key, true]);
      }
    },
  );
});

describe('every address', () => {
  it.each([
    '/offers/[$ne]/calendar',
    '/offers/%7B%22$gt%22:%22%22%7D/calendar',
    '/offers/%00/calendar',
    '/offers/..%2f..%2fetc%2fpasswd/calendar',
    `/offers/${'a'.repeat(5_000)}/calendar`,
    '/offers/%ff/calendar',
  ])('%s - with a malformed id - is refused without a query', async (at) => {
    const { status } = await send(server.url, 'GET', `/api/v1${at}`, { headers: asStudent(ann) });
    expect([400, 404]).toContain(status);
  });

  it('an undeclared query, repeated or as an operator - changes nothing', async () => {
    const plain = await send(server.url, 'GET', '/api/v1/offers', { headers: asStudent(ann) });
    for (const query of ['?limit=1&limit=2', '?userId[$ne]=x', '?_id[$gt]=', '?__proto__[x]=1']) {
      const asked = await send(server.url, 'GET', `/api/v1/offers${query}`, { headers: asStudent(ann) });
      expect([query, asked.status, asked.text]).toEqual([query, 200, plain.text]);
    }
  });
});
