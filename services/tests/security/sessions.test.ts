// Longer than 300 lines: one pair of processes for all ways in which a session ends.
import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { startTestServer } from '@flint/testing';
import { decodeJwt } from 'jose';
import { startHostedDouble } from '../../src/resources/sign-in/testing/hosted-double';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { jpeg } from '../../src/resources/photos/testing/uploads';
import { alertBrowsers } from '../../src/resources/alerts/alert.model';
import { alerts } from '../../src/resources/alerts/alerts.resource';
import { isListening } from '../../src/resources/offers/event-stream';
import { sessions } from '../../src/resources/sign-in/session.model';
import { users } from '../../src/resources/sign-in/user.model';
import { asStudent, jsonAs, send } from './api';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };

let stage: Stage;
let twin: Awaited<ReturnType<typeof startTwin>>;
/** The two processes. */
let urls: readonly [string, string];
beforeAll(async () => {
  stage = await startStage({}, new Date());
  twin = await startTwin(stage.server.deps);
  urls = [stage.server.url, twin.url];
});
afterAll(async () => {
  await twin[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

interface Entered {
  readonly id: string;
  readonly token: string;
  readonly cookie: string;
  readonly refresh: string;
}

/** Signs in with a new browser, or with the one that has `cookie`. */
async function enter(email: string, agent = CHROME, cookie = ''): Promise<Entered> {
  // a second code may be requested after a minute
  stage.clock.advanceSeconds(61);
  await stage.send(email);
  const body = { email, token: await stage.codeFor(email), type: 'email' };
  const answer = await stage.auth('POST /verify', body, { 'user-agent': agent, cookie });
  const given = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  const { user, access_token: token, refresh_token: refresh } = answer.body;
  return { id: user.id, token, cookie: given, refresh };
}

const call = (who: Entered, methodAndPath: string, body?: object, url = urls[0]) => {
  const [method = '', at = ''] = methodAndPath.split(' ');
  return send(url, method, `/api/v1${at}`, body ? jsonAs(who, body) : { headers: asStudent(who) });
};
const read = async (who: Entered, methodAndPath: string, body?: object) =>
  JSON.parse((await call(who, methodAndPath, body)).text);
const listOf = async (who: Entered) => (await read(who, 'GET /account/sessions')).items;
const statusOf = async (who: Entered, url?: string) =>
  (await call(who, 'GET /offers', undefined, url)).status;
/** Longer than another process caches a session, by the server's clock. */
const passBelief = () => stage.clock.advanceSeconds(5);

describe('the list of sessions', () => {
  it('on two devices - lists both by browser, system and times, the current one first', async () => {
    const phone = await enter('list@campus.edu', SAFARI);
    const desk = await enter('list@campus.edu', CHROME);
    const { items, isComplete } = await read(desk, 'GET /account/sessions');
    const [own, other, ...rest] = items;
    expect([rest, isComplete]).toEqual([[], true]);
    expect(own).toMatchObject({ browser: 'Chrome', system: 'Windows', isThis: true });
    expect(other).toMatchObject({ browser: 'Safari', system: 'iPhone', isThis: false });
    expect(new Date(own.createdAt).getTime()).toBeGreaterThan(new Date(other.createdAt).getTime());
    stage.clock.advanceSeconds(60);
    expect((await stage.refresh(phone.refresh)).status).toBe(200);
    const used = { lastUsedAt: stage.clock.now().toISOString(), createdAt: other.createdAt };
    expect(await listOf(desk)).toMatchObject([{ isThis: true }, used]);
    const { data } = await read(desk, 'GET /account/export');
    expect(data['sign-in']).toMatchObject({
      user: { email: 'list@campus.edu' },
      sessions: [{ browser: 'Safari' }, { browser: 'Chrome' }],
    });
    expect(JSON.stringify([own, other])).not.toContain('Mozilla');
    expect((await listOf(phone))[0]).toMatchObject({ system: 'iPhone', isThis: true });
    const createdAt = new Date(stage.clock.now().getTime() - 91 * 86_400_000);
    await sessions(stage.server.deps.db).updateOne({ _id: other.id }, { createdAt });
    expect(await listOf(desk)).toMatchObject([{ isThis: true }]);
  });

  it('all others ended at once - leaves the current one', async () => {
    const [a, b, c] = [
      await enter('all@campus.edu', SAFARI),
      await enter('all@campus.edu'),
      await enter('all@campus.edu', ''),
    ];
    expect((await call(b, 'DELETE /account/sessions')).status).toBe(204);
    passBelief();
    expect([await statusOf(a), await statusOf(b), await statusOf(c)]).toEqual([401, 200, 401]);
    expect(await listOf(b)).toHaveLength(1);
  });

  it('a session of another student - gets the response of an unknown one, and still works', async () => {
    const [victim, thief] = [await enter('v@campus.edu', SAFARI), await enter('t@campus.edu')];
    const [{ id }] = await listOf(victim);
    for (const each of [id, thief.id]) {
      const { status, text } = await call(thief, `DELETE /account/sessions/${each}`);
      expect([status, text]).toEqual([204, '']);
    }
    passBelief();
    expect(await statusOf(victim)).toBe(200);
  });

  it('a browser that signs in again, and again - has one session, and keeps its alerts and the address of an upload until that ends', async () => {
    const first = await enter('again@campus.edu');
    const [used, unused] = [await issue(first), await issue(first)];
    const { deps } = stage.server;
    const sessionId = String(decodeJwt(first.token).session_id);
    const rows = alertBrowsers(deps.db);
    await rows.create({ _id: 'again', userId: first.id, sessionId, target: 't', addedAt: 0 });
    const second = await enter('again@campus.edu', CHROME, first.cookie);
    const third = await enter('again@campus.edu', CHROME, second.cookie);
    expect([await listOf(third), await statusOf(first)]).toMatchObject([[{ isThis: true }], 401]);
    await call(third, 'DELETE /account/sessions');
    await alerts.timed![0]!.run(deps);
    expect([await rows.countDocuments(), await upload(used.uploadUrl)]).toEqual([1, 201]);
    await logout('local')(third);
    await alerts.timed![0]!.run(deps);
    expect([await rows.countDocuments(), await upload(unused.uploadUrl)]).toEqual([0, 403]);
  });
});

const REFRESH = 'POST /token?grant_type=refresh_token';

describe('a browser that signs in again', () => {
  it.each([
    ['calls', (one: Entered) => statusOf(one, urls[1])],
    [
      'refreshes',
      ({ refresh, cookie }: Entered) => stage.auth(REFRESH, { refresh_token: refresh }, { cookie }),
    ],
    ['signs out', (one: Entered) => logout('local')(one)],
  ])('and loses the answer - stays signed in, until it %s with the new session', async (what, use) => {
    const email = `${what.replace(' ', '.')}@campus.edu`;
    const first = await enter(email);
    const second = await enter(email, CHROME, first.cookie);
    passBelief();
    expect(await statusOf(first)).toBe(200);
    await use(second);
    passBelief();
    expect(await statusOf(first)).toBe(401);
  });

  it('whose sign-out arrives after its next code - stays signed in, and what the session issued ends', async () => {
    const first = await enter('late@campus.edu');
    const { uploadUrl } = await issue(first);
    const second = await enter('late@campus.edu', CHROME, first.cookie);
    await logout('local')(first);
    passBelief();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect(await upload(uploadUrl)).toBe(403);
  });
});

const logout = (scope: string) => (one: Entered) =>
  stage.auth(`POST /logout?scope=${scope}`, undefined, { ...asStudent(one) });
const endFromOther = (one: Entered, other: Entered) =>
  call(other, `DELETE /account/sessions/${String(decodeJwt(one.token).session_id)}`);
const ENDINGS: readonly [string, (one: Entered, other: Entered) => Promise<unknown>, 'one' | 'both'][] = [
  ['signing out', logout('local'), 'one'],
  ['ending the session from another browser', endFromOther, 'one'],
  [
    'ending it there when the browser lost the answer of a newer code',
    async (one, other) => {
      await enter(String(decodeJwt(one.token).email), CHROME, one.cookie);
      await endFromOther(one, other);
      expect(await listOf(other)).toMatchObject([{ isThis: true }]);
    },
    'one',
  ],
  ['signing out everywhere', logout('global'), 'both'],
  ['deleting the account', (one) => call(one, 'DELETE /account'), 'both'],
  [
    'a ban from signing in',
    ({ id }) => users(stage.server.deps.db).updateOne({ _id: id }, { bannedUntil: new Date('2099-01-01') }),
    'both',
  ],
];

/** Resolves first when the event stream is open; the inner promise resolves when it ended. */
async function openStream(url: string, who: Entered): Promise<() => Promise<'ended'>> {
  const answer = await fetch(`${url}/api/v1/offers/events`, { headers: asStudent(who) });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  return async () => {
    while (!(await reader.read()).done);
    return 'ended';
  };
}

const WISH = { fileName: 'me.jpg', fileType: 'image/jpeg' };
const issue = (who: Entered): Promise<{ uploadUrl: string; url: string }> =>
  read(who, 'POST /photos/upload-url', WISH);
const picture = jpeg(120, 160).then((bytes) => new Uint8Array(bytes));
const upload = async (address: string) =>
  (
    await fetch(urls[0] + address, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: await picture,
    })
  ).status;
const addressesOf = ([photo]: any[]): string[] => [photo.displayUrl, photo.thumbnailUrl];
/** The statuses of addresses at both processes. */
const showsAt = async (addresses: readonly string[]) =>
  new Set(
    await Promise.all(
      urls.flatMap((url) => addresses.map(async (at) => (await send(url, 'GET', at)).status)),
    ),
  );

describe('while another student stays', () => {
  let staying: Entered;
  let stays: () => Promise<'ended'>;
  beforeAll(async () => {
    staying = await enter('staying@campus.edu');
    await call(staying, 'PATCH /profile', PROFILE);
    stays = await openStream(urls[0], staying);
  });

  describe.each(ENDINGS)('after %s', (way, leave, whose) => {
    it('the stream of events, the links and addresses of the ended session - end, on another process too, and nobody else’s do', async () => {
      const email = `${way.replaceAll(' ', '.')}@campus.edu`;
      const [one, other] = [await enter(email), await enter(email, SAFARI)];
      await call(one, 'PATCH /profile', PROFILE);
      const { uploadUrl, url } = await issue(one);
      expect(await upload(uploadUrl)).toBe(201);
      const own = addressesOf((await read(one, 'POST /photos', { photos: [{ url }] })).items);
      const others = addressesOf((await read(other, 'GET /photos')).items);
      const waiting = [(await issue(one)).uploadUrl, (await issue(staying)).uploadUrl] as const;
      const link: string = (await read(one, 'POST /account/export-link', {})).url;
      const streams = await Promise.all(urls.map((each) => openStream(each, one)));
      expect(await showsAt([...own, ...others, link])).toEqual(new Set([200]));

      await leave(one, other);
      // these at once
      expect(await showsAt([link])).toEqual(new Set([404]));
      expect([await upload(waiting[0]), await upload(waiting[1])]).toEqual([403, 201]);
      passBelief();
      await Promise.all(streams.map((ended) => ended()));
      const open = new Promise((resolve) => setImmediate(resolve, 'still open'));
      expect(await Promise.race([stays(), open])).toBe('still open');
      // a stream that ended suppresses no mail
      expect([one, staying].map(({ id }) => isListening(stage.server.deps, id))).toEqual([false, true]);
      expect([await statusOf(one, urls[0]), await statusOf(one, urls[1])]).toEqual([401, 401]);
      expect(await showsAt(own)).toEqual(new Set([404]));
      expect(await showsAt(others)).toEqual(new Set([whose === 'one' ? 200 : 404]));
      expect(await statusOf(other)).toBe(whose === 'one' ? 200 : 401);
      // the signature covers the session's id
      const [mine, theirs] = [one, other].map(({ token }) => String(decodeJwt(token).session_id));
      expect(await showsAt([own[0]!.replace(mine!, theirs!)])).toEqual(new Set([404]));
    });
  });
});

/** What a stolen session must not do: export everything, erase it, or follow the student's dates. */
const SENSITIVE: readonly (readonly [method: string, at: string])[] = [
  ['GET', '/api/v1/account/export'],
  ['POST', '/api/v1/account/export-link'],
  ['POST', '/api/v1/calendar-feed'],
  ['DELETE', '/api/v1/account'],
];
const TEN_MINUTES = 600;

const codeOf = ({ text }: { text: string }) => (text ? JSON.parse(text).code : undefined);

it('every route that requires a recent code - is tested here', () => {
  const demanding = Object.values<Route>(ROUTES).filter(({ proof }) => proof);
  expect(demanding.map(({ method, path }) => [method, API_BASE + path]).sort()).toEqual(SENSITIVE.toSorted());
});

describe.each(SENSITIVE)('%s %s', (method, at) => {
  const ask = (token: string) => send(stage.server.url, method, at, { headers: asStudent({ token }) });
  const email = `${method.toLowerCase()}-${at.split('/').at(-1)}@campus.edu`;

  it('eleven minutes after the code, also with a fresh token - is refused with proof_needed, and succeeds after a new code', async () => {
    const { refresh_token: refresh } = await stage.signIn(email);
    stage.clock.advanceSeconds(TEN_MINUTES + 60);
    const { access_token: token } = (await stage.refresh(refresh)).body;
    const refused = await ask(token);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'proof_needed']);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    // every other request works in the session
    expect(
      (await send(stage.server.url, 'GET', '/api/v1/offers', { headers: asStudent({ token }) })).status,
    ).toBe(200);
    const proven = await stage.signIn(email);
    expect((await ask(proven.access_token)).status).toBeLessThan(300);
  });

  it('nine minutes after the code - is answered', async () => {
    const { access_token: token } = await stage.signIn(`soon-${email}`);
    stage.clock.advanceSeconds(TEN_MINUTES - 60);
    expect((await ask(token)).status).toBeLessThan(300);
  });
});

it('a session of a hosted project - uses the time the mail was read, not the token’s, and accepts only a number', async () => {
  await using project = await startHostedDouble();
  await using server = await startTestServer({ env: { SUPABASE_URL: project.url, SUPABASE_KEY: 'k' } });
  const now = Math.floor(Date.now() / 1000);
  const ways = {
    old: [{ method: 'otp', timestamp: now - 660 }],
    'a password since': [
      { method: 'otp', timestamp: now - 660 },
      { method: 'password', timestamp: now },
    ],
    'no instant': [{ method: 'otp' }],
    'a text': [{ method: 'otp', timestamp: String(now) }],
    'the far future': [{ method: 'otp', timestamp: now + 86_400 }],
  };
  const fresh = await project.token('ann@campus.edu', {
    claims: { amr: [{ method: 'magiclink', timestamp: now - 60 }] },
  });
  for (const [method, at] of SENSITIVE) {
    const ask = (token: string) => send(server.url, method, at, { headers: asStudent({ token }) });
    for (const [what, amr] of Object.entries(ways)) {
      const token = await project.token('ann@campus.edu', { claims: { amr } });
      expect([at, what, codeOf(await ask(token))]).toEqual([at, what, 'proof_needed']);
    }
    // the last one erases the account
    expect((await ask(fresh)).status).toBeLessThan(300);
  }
});
