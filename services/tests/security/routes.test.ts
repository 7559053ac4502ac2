import { gzipSync } from 'node:zlib';
import { isLong, isShort } from '@flint/testing/long';
import { acceptsKey, LIMITS, ROUTES, type Route } from '@flint/contracts';
import { ownMark } from '../../src/resources/safety/index';
import { startStage } from '../../src/resources/sign-in/testing/stage';
import { revokedSince } from '../../src/resources/sign-in/revocations';
import {
  addressOf,
  ALL_ROUTES,
  asStudent,
  bodyFor,
  BODY_ROUTES,
  dumpOf,
  jsonAs,
  named,
  send,
  startCampus,
  trace,
  USER_ROUTES,
  type Campus,
} from './api';

// Longer than 300 lines: every attack that no route may allow, on one campus. A new route of ROUTES is attacked without a line here.
let campus: Campus;
let before: string;
beforeAll(async () => {
  campus = await startCampus();
  before = await dumpOf(campus.server);
});
afterAll(() => campus.server[Symbol.asyncDispose]());
// some routes have their own limits
beforeEach(() => campus.server.deps.db.collection('rate_counts').deleteMany({}));

const call = (route: Route, init: RequestInit, method: string = route.method) =>
  send(campus.server.url, method, addressOf(route, campus), init);

const post = (route: Route, body: unknown, headers: Record<string, string> = {}) => {
  const init = jsonAs(campus.ann, body);
  return call(route, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });
};

const OPERATORS = [{ $gt: '' }, { $ne: null }, { $regex: '.*' }, { $where: 'sleep(1000)' }, ['x'], [[]]];
const PROTOTYPES = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a.b":1}',
  '{"$set":{"a":1}}',
  '{"answers":{"__proto__":{"polluted":true}}}',
  '{"answers":{"constructor":{"prototype":{"polluted":true}}}}',
  '{"answers":{"bundle_intro.display_name":"x","$where":"1"}}',
];
/** As another site can send a body by a form, and other encodings than ours. */
const FOREIGN_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
];
const MALFORMED = ['', '{', '{"a":1', 'null', '[]', '"x"', '1', '{"a":NaN}', "{'a':1}"];
const BACKTRACKING = ['a'.repeat(60_000), '2026-01-01T00:00:00.'.padEnd(60_000, '0'), '@.'.repeat(30_000)];
const PACKED = new Uint8Array(gzipSync(Buffer.alloc(10_000_000, 32)));

/** So many of them in turn, so that all routes together meet each; all in the long run. */
let turn = 0;
const next = <T>(all: readonly T[], count: number): readonly T[] =>
  isLong ? all : Array.from({ length: count }, () => all[turn++ % all.length]!);

/** Copies of the body with one text member replaced, for every text member at any depth. */
function* withReplaced(value: unknown, instead: unknown): Generator<unknown> {
  if (typeof value === 'string') yield instead;
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value);
  // the elements of a list have one schema
  for (const [key, inner] of Array.isArray(value) && !isLong ? members.slice(0, 1) : members) {
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

const expectUnchanged = async () => expect(await dumpOf(campus.server)).toBe(before);

describe.each(named(BODY_ROUTES))('the body of %s', (_name, route) => {
  // the short run looks after the last route
  if (!isShort || route === BODY_ROUTES.at(-1)) afterAll(expectUnchanged);

  it('with fields a server sets itself - is refused naming each of them', async () => {
    const body = bodyFor(route);
    const extra = Object.fromEntries(
      ['fromUserId', 'createdBy', 'role', '_id', '__v', 'verified', 'email', 'isAdmin']
        .filter((name) => !(name in body))
        .map((name) => [name, 'x']),
    );
    const { status, text } = await post(route, { ...body, ...extra });
    expect(status).toBe(400);
    const pointers = (JSON.parse(text).errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(Object.keys(extra).map((name) => `/${name}`)));
  });

  it('with a database operator or a list in place of a text - is refused', async () => {
    for (const operator of next(OPERATORS, 2))
      for (const body of withReplaced(withTexts(route), operator)) {
        const { status } = await post(route, body);
        expect([body, [400, 422].includes(status)]).toEqual([body, true]);
      }
  });

  it('with a prototype key - is refused', async () => {
    for (const trap of PROTOTYPES) expect([400, 422]).toContain((await post(route, trap)).status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('as a form on another site sends it - is 415', async () => {
    const body = new TextEncoder().encode(JSON.stringify(bodyFor(route)));
    for (const type of ['text/plain', ...next(FOREIGN_TYPES, 1)]) {
      const { status } = await call(route, {
        headers: { ...asStudent(campus.ann), 'content-type': type },
        body,
      });
      expect([type, status]).toEqual([type, 415]);
    }
    const headers = {
      ...asStudent(campus.ann),
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };
    expect((await call(route, { headers, body: PACKED })).status).toBe(415);
  });

  it('too large, too deep or malformed - is 413 or 400', async () => {
    const statusOf = async (body: string) => (await post(route, body)).status;
    expect(await statusOf(`{"a":"${'x'.repeat(LIMITS.jsonBodyBytes)}"}`)).toBe(413);
    expect(await statusOf('['.repeat(30_000) + ']'.repeat(30_000))).toBe(400);
    for (const malformed of next(MALFORMED, 3))
      expect([malformed, await statusOf(malformed)]).toEqual([malformed, 400]);
    expect(await statusOf(`{"a":${'9'.repeat(400)},"b":1e999}`)).toBe(400);
  });

  it('with 60 kB made to backtrack in every text - is validated quickly', async () => {
    for (const text of next(BACKTRACKING, 1))
      for (const body of withReplaced(withTexts(route), text)) {
        const started = performance.now();
        expect((await post(route, body)).status).toBeGreaterThanOrEqual(400);
        // 50 ms on a quiet machine (decisions/009); a backtracking regular expression takes minutes
        expect(performance.now() - started).toBeLessThan(60_000);
      }
  });
});

it.each(named(BODY_ROUTES.filter(acceptsKey)))(
  '%s - with a malformed Idempotency-Key - is refused, and changes nothing',
  async (_name, route) => {
    for (const key of ['short', '', 'with a blank', 'x'.repeat(129)]) {
      const { status } = await post(route, bodyFor(route), { 'idempotency-key': key });
      expect([key, [400, 422].includes(status)]).toEqual([key, true]);
    }
    if (!isShort || route === BODY_ROUTES.findLast(acceptsKey)) await expectUnchanged();
  },
);

describe('an address', () => {
  it.each([
    '/offers/[$ne]/calendar',
    '/offers/%7B%22$gt%22:%22%22%7D/calendar',
    '/offers/%00/calendar',
    '/offers/..%2f..%2fetc%2fpasswd/calendar',
    `/offers/${'a'.repeat(5_000)}/calendar`,
    '/offers/%ff/calendar',
  ])('%s - with a malformed id - is refused without a query', async (at) => {
    const { status } = await send(campus.server.url, 'GET', `/api/v1${at}`, {
      headers: asStudent(campus.ann),
    });
    expect([400, 404]).toContain(status);
  });

  it('an undeclared query, repeated or as an operator - changes nothing', async () => {
    const ask = (query: string) =>
      send(campus.server.url, 'GET', `/api/v1/offers${query}`, { headers: asStudent(campus.ann) });
    const plain = await ask('');
    for (const query of ['?limit=1&limit=2', '?userId[$ne]=x', '?_id[$gt]=', '?__proto__[x]=1']) {
      const asked = await ask(query);
      expect([query, asked.status, asked.text]).toEqual([query, 200, plain.text]);
    }
  });
});

describe('authorization', () => {
  const tokens = { expired: '', elsewhere: '', signedOut: '', deleted: '', good: '' };
  beforeAll(async () => {
    await using elsewhere = await startStage({
      UNIVERSITY_EMAIL_HOST: 'other.edu',
      UNIVERSITY_NAME: 'Other University',
      PUBLIC_URL: 'https://flint.other.edu',
    });
    const { signIn, auth, server, clock } = campus;
    tokens.expired = (await signIn('ann@campus.edu')).access_token;
    for (const one of [clock, elsewhere.clock]) one.advanceSeconds(2 * 3600);
    tokens.elsewhere = (await elsewhere.signIn('dora@other.edu')).access_token;
    tokens.signedOut = (await signIn('bea@campus.edu')).access_token;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    await auth('POST /logout?scope=global', undefined, bearer(tokens.signedOut));
    tokens.deleted = (await signIn('cleo@campus.edu')).access_token;
    const headers = bearer(tokens.deleted);
    expect((await send(server.url, 'DELETE', '/api/v1/account', { headers })).status).toBe(204);
    tokens.good = (await signIn('eve@campus.edu')).access_token;
  });

  const callWith = (token: string | null, route: Route) =>
    call(route, {
      headers: { 'content-type': 'application/json', ...(token !== null && asStudent({ token })) },
      ...(route.body && { body: JSON.stringify(bodyFor(route)) }),
    });
  const expectRefused = async (token: string | null, route: Route) => {
    const { status, text, headers } = await callWith(token, route);
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  };

  it.each(named(USER_ROUTES))(
    '%s - without a token, or after signing out - is refused with 401 and WWW-Authenticate',
    async (_name, route) => {
      await expectRefused(null, route);
      await expectRefused(tokens.signedOut, route);
    },
  );

  it.each<[string, () => string]>([
    ['an empty token', () => ''],
    ['a malformed token', () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['an expired token', () => tokens.expired],
    ['a token of a deleted student', () => tokens.deleted],
    ['a token of another university', () => tokens.elsewhere],
  ])('%s - is refused, reading and writing; a good one is accepted', async (_what, token) => {
    for (const route of [ROUTES.listOffers, ROUTES.updateProfile]) await expectRefused(token(), route);
    expect((await callWith(tokens.good, ROUTES.listOffers)).status).toBe(200);
  });
});

it.each([...new Map(ALL_ROUTES.map((route) => [route.path, route]))])(
  '%s - with every method its address does not have - is 405 with Allow',
  async (path, route) => {
    const allowed = ALL_ROUTES.filter((each) => each.path === path).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method as Route['method'])) continue;
      const { status, headers } = await call(route, { headers: asStudent(campus.cid) }, method);
      // PUT /offers/mail and the like: another route may read that path segment as an id
      expect([method, [405, 404].includes(status)]).toEqual([method, true]);
      if (status === 405) for (const each of allowed) expect(headers.get('allow')).toContain(each);
    }
    expect([405, 501]).toContain(await trace(campus.server.url + addressOf(route, campus)));
  },
);

it.each(named(ALL_ROUTES))(
  '%s - requested by a page of another site, and its preflight - tells it nothing',
  async (_name, route) => {
    const headers = { origin: 'https://evil.test', 'access-control-request-method': route.method };
    for (const method of route.method === 'DELETE' ? ['OPTIONS'] : ['OPTIONS', route.method]) {
      const reply = await call(route, { headers }, method);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
  },
);

it.each(['null', 'http://127.0.0.1.evil.test', 'http://127.0.0.1:4300.evil.test'])(
  'the origin %s - may read nothing',
  async (origin) => {
    const { headers } = await call(ROUTES.readConfig, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  },
);

/** What other servers, earlier versions and GoTrue have there. */
const NOT_FOR_STUDENTS = [
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
];
it('a page that is not for students - with a student’s token - answers 404', async () => {
  for (const at of NOT_FOR_STUDENTS)
    for (const method of ['GET', 'POST']) {
      const { status } = await send(campus.server.url, method, at, { headers: asStudent(campus.ann) });
      expect([method, at, [401, 404, 405].includes(status)]).toEqual([method, at, true]);
    }
});

it.each(named(USER_ROUTES.filter(({ method }) => method !== 'DELETE')))(
  '%s - with and without a session - is not cached and reveals no more than necessary',
  async (_name, route) => {
    for (const headers of [{}, asStudent(campus.cid)]) {
      const { status, text, headers: sent } = await call(route, { headers });
      // a tagged response is the same for every student, so a browser may cache and revalidate it
      const isKept = route.tagged === true && status === 200;
      expect({
        cache: sent.get('cache-control'),
        powered: sent.get('x-powered-by'),
        server: sent.get('server'),
        sniff: sent.get('x-content-type-options'),
        policy: sent.get('content-security-policy'),
      }).toEqual({
        cache: isKept ? 'private, no-cache' : 'no-store',
        powered: null,
        server: null,
        sniff: 'nosniff',
        policy: "default-src 'none'; frame-ancestors 'none'",
      });
      expect(sent.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
      expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|MongoServerError/);
    }
  },
);

describe('another student', () => {
  it('on every route with the ids of an offer between two others - is shown and changes nothing of them', async () => {
    const { server, ann, ben, cid, offerId } = campus;
    // Cid's data is stored under his account or, in a round, under his mailbox's mark
    const own = [cid.id, (await ownMark(server.deps, cid.id))!];
    const ofOthers = (dump: string) =>
      JSON.stringify(
        (JSON.parse(dump) as [string, { _id: string }[]][])
          .map(([name, documents]): [string, unknown[]] => [
            name,
            // stored under keyed hashes, checked below
            ['auth_revocations', 'erased_accounts'].includes(name)
              ? []
              : documents.filter((document) => !own.some((each) => JSON.stringify(document).includes(each))),
          ])
          // collections created meanwhile and empty
          .filter(([, documents]) => documents.length > 0),
      );
    const unchanged = ofOthers(await dumpOf(server));
    for (const route of USER_ROUTES) {
      const body = route.body && { ...bodyFor(route) };
      if (body && 'offerId' in body) body.offerId = offerId;
      for (const userId of [ann.id, ben.id]) {
        if (body && 'toUserId' in body) body.toUserId = userId;
        const init = body ? jsonAs(cid, body) : { headers: asStudent(cid) };
        const reply = await send(server.url, route.method, addressOf(route, { offerId, userId }), init);
        if (route.path.includes('{id}')) expect([route.name, reply.status]).toEqual([route.name, 404]);
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toMatch(/Ann Attacked|Library café/);
        expect(reply.text).not.toContain(ann.email);
      }
    }
    expect(ofOthers(await dumpOf(server))).toBe(unchanged);
    const revoked = await Promise.all([ann, ben, cid].map(({ id }) => revokedSince(server.deps, id)));
    expect(revoked.map((since) => since !== null)).toEqual([false, false, true]);
  });
});
