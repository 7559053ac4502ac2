import { READS, WRITES } from '../../src/http/rate-limit';
import { jpeg } from '../../src/resources/photos/testing/uploads';
import { browserOf, knownCookie } from '../../src/resources/sign-in/testing/crowd';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { asStudent, jsonAs, send, type Reply } from './api';

type Ask = () => Promise<Pick<Reply, 'status' | 'headers'>>;

/** A full hour is a boundary of every window. */
const START = '2031-03-03T15:00:00.000Z';
const ENV = { IP_LIMIT_FACTOR: '0.02', TRUSTED_PROXIES: '1', CODE_MAILS_PER_HOUR: '100000' };

let stage: Stage;
beforeAll(async () => void (stage = await startStage(ENV, START, { writesMax: 60 })));
afterAll(() => stage[Symbol.asyncDispose]());

const get = (at: string, init?: RequestInit) => send(stage.server.url, 'GET', at, init);
let count = 0;
/** Requests of a student, or of an address, without any counts. */
const KINDS: readonly [string, number, () => Promise<Ask>][] = [
  [
    'export links',
    3600,
    async () => {
      const { token } = await stage.server.signIn();
      return () => send(stage.server.url, 'POST', '/api/v1/account/export-link', jsonAs({ token }, {}));
    },
  ],
  [
    'exports',
    3600,
    async () => {
      const { token } = await stage.server.signIn();
      return () => get('/api/v1/account/export', { headers: asStudent({ token }) });
    },
  ],
  [
    'codes requested from one address',
    300,
    async () => {
      const from = { 'x-forwarded-for': `203.0.113.${(count += 1)}` };
      return () => stage.auth('POST /otp', { email: `wait${(count += 1)}@campus.edu` }, from);
    },
  ],
  [
    'wrong codes from one address',
    300,
    async () => {
      const from = { 'x-forwarded-for': `203.0.113.${(count += 1)}` };
      return () =>
        stage.auth('POST /verify', { email: 'nobody@campus.edu', token: '123456', type: 'email' }, from);
    },
  ],
];

const isRefused = ({ status }: { status: number }) => status === 429;
describe('Retry-After', () => {
  // every past of a budget: rate-limit.test.ts
  it.each(KINDS)(
    'of %s, some of them in the previous window - waiting that long succeeds, one second less fails',
    async (_kind, seconds, start) => {
      const { clock } = stage;
      clock.advanceSeconds(seconds - ((clock.now().getTime() / 1000) % seconds));
      const [patient, hasty] = [await start(), await start()];
      let told = 0;
      for (const [pause, most] of [
        [seconds / 2, 6],
        [seconds * 0.7, 100],
      ] as const) {
        clock.advanceSeconds(pause);
        for (const ask of [patient, hasty]) {
          let answer = await ask();
          for (let asked = 1; asked < most && !isRefused(answer); asked++) answer = await ask();
          told = isRefused(answer) ? Number(answer.headers.get('retry-after')) : 0;
        }
      }
      expect(told).toBeGreaterThan(1);
      clock.advanceSeconds(told - 1);
      expect(isRefused(await hasty())).toBe(true);
      clock.advanceSeconds(1);
      expect(isRefused(await patient())).toBe(false);
    },
  );

  it('of one session’s refreshes - waiting that long succeeds, one second less fails', async () => {
    const { clock } = stage;
    clock.advanceSeconds(300 - ((clock.now().getTime() / 1000) % 300));
    const tokens = [await stage.signIn('patient@campus.edu'), await stage.signIn('hasty@campus.edu')].map(
      ({ refresh_token: token }) => token as string,
    );
    const refresh = async (at: number) => {
      const { status, headers, body } = await stage.refresh(tokens[at]!);
      if (status === 200) tokens[at] = body.refresh_token;
      return { status, told: Number(headers.get('retry-after')) };
    };
    for (const at of [0, 1]) expect((await refresh(at)).status).toBe(200);
    // as many as 140 more of each would count
    const counted = stage.server.deps.db.collection('rate_counts');
    const more = await counted.updateMany({ key: { $regex: '^token:' } }, { $inc: { points: 140 } });
    expect(more.modifiedCount).toBe(2);
    let told = 0;
    for (const at of [0, 1]) {
      let answer = await refresh(at);
      while (answer.status === 200) answer = await refresh(at);
      told = answer.told;
    }
    clock.advanceSeconds(told - 1);
    expect((await refresh(1)).status).toBe(503);
    clock.advanceSeconds(1);
    expect((await refresh(0)).status).toBe(200);
  });

  it('of the mails of the hour, used up a minute or an hour ago - is long enough, and not too long', async () => {
    await using own = await startStage({ CODE_MAILS_PER_HOUR: '4' }, START);
    for (const ago of [60, 3_600]) {
      for (const name of ['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal'])
        await own.signIn(`${name}@campus.edu`).catch(() => undefined);
      const browser = browserOf(own, await knownCookie(own, 'ann@campus.edu'));
      own.clock.advanceSeconds(ago);
      const askAs = () => browser.send('ann@campus.edu');
      let answer = await askAs();
      while (answer.status === 200) {
        own.clock.advanceSeconds(61);
        answer = await askAs();
      }
      own.clock.advanceSeconds(Number(answer.headers.get('retry-after')) - 1);
      const early = (await askAs()).status;
      own.clock.advanceSeconds(1);
      expect([ago, early, (await askAs()).status]).toEqual([ago, 429, 200]);
      own.clock.advanceSeconds(3 * 3_600);
    }
  });
});

describe('writes of one student', () => {
  it('in one window and around its end - carry the RateLimit fields, are 429 with Retry-After beyond the limit, and are not allowed twice', async () => {
    const { clock, server } = stage;
    clock.advanceSeconds(299 - ((clock.now().getTime() / 1000) % 300));
    const cid = await server.signIn();
    const body = { wanted: true };
    const write = (wish: object = body) => send(server.url, 'PUT', '/api/v1/offers/mail', jsonAs(cid, wish));
    const { headers } = await write();
    expect(headers.get('ratelimit-policy')).toBe('"writes";q=60;w=300');
    expect(headers.get('ratelimit')).toBe('"writes";r=59;t=1');
    const statuses = async (count: number, wish?: object) =>
      (await Promise.all(Array.from({ length: count }, () => write(wish)))).map(({ status }) => status);
    const passed = async (count: number) => (await statuses(count)).filter((each) => each === 200).length;
    // what has no effect counts as well
    expect(new Set(await statuses(45, {}))).toEqual(new Set([400]));
    expect(await passed(30)).toBe(14);
    const last = await write();
    expect([last.status, JSON.parse(last.text).code]).toEqual([429, 'rate_limited']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advanceSeconds(2);
    expect(await passed(10)).toBe(1);
  });
});

const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };
/** A new student with a photo and a calendar, who has read nothing yet. */
async function enter() {
  const { access_token: token } = await stage.signIn(`door${(count += 1)}@campus.edu`);
  const { url } = stage.server;
  const write = async (call: string, body: object) => {
    const [method = '', at = ''] = call.split(' ');
    return JSON.parse((await send(url, method, `/api/v1${at}`, jsonAs({ token }, body))).text);
  };
  await write('PATCH /profile', PROFILE);
  const issued = await write('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' });
  const headers = { 'content-type': 'image/jpeg' };
  await send(url, 'PUT', issued.uploadUrl, { headers, body: new Uint8Array(await jpeg(120, 160)) });
  const { items } = await write('POST /photos', { photos: [{ url: issued.url }] });
  const picture: string = items[0].displayUrl;
  const calendar = new URL((await write('POST /calendar-feed', {})).url).pathname;
  return { token, picture, calendar };
}
type Student = Awaited<ReturnType<typeof enter>>;

/** Opens the stream of events and leaves. */
async function listen(who: Student) {
  const leave = new AbortController();
  const init = { headers: asStudent(who), signal: leave.signal };
  const { status } = await fetch(`${stage.server.url}/api/v1/offers/events`, init);
  leave.abort();
  return { status };
}

const DOORS: readonly [string, (who: Student) => Promise<{ readonly status: number }>][] = [
  ['the stream of events', listen],
  ['reading the account', ({ token }) => stage.userOf(token)],
  ['changing the account', (who) => stage.auth('PUT /user', { data: { a: 1 } }, asStudent(who))],
  ['the calendar', ({ calendar }) => get(calendar)],
  ['a picture', ({ picture }) => get(picture)],
];

describe('a limit of one student', () => {
  let ann: Student;
  let ben: Student;
  beforeAll(async () => {
    stage.set({ IP_LIMIT_FACTOR: 1000 });
    [ann, ben] = [await enter(), await enter()];
  });

  it.each(DOORS)(
    '%s, asked by one student beyond the limit - is refused - and a forged address or another student is not counted with it',
    async (_door, ask) => {
      stage.clock.advanceSeconds(600);
      const limits = [jest.replaceProperty(READS, 'max', 2), jest.replaceProperty(WRITES, 'max', 2)];
      const forged = ann.picture.replace(/signature=[^&]+/, 'signature=x');
      const ofBen = ann.picture.replace(/viewer=[^&]+/, ben.picture.match(/viewer=[^&]+/)![0]);
      for (const at of [forged, forged, forged, ofBen, ofBen, ofBen])
        expect((await get(at)).status).toBe(404);
      const statuses = [];
      for (let nth = 0; nth < 3; nth++) statuses.push((await ask(ann)).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await ask(ben)).status).toBe(200);
      for (const limit of limits) limit.restore();
    },
  );
});
