// Longer than 300 lines: every way in which an alert is sent or kept back, by one push service and one clock.
import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { fixedClock } from '@flint/services';
import { startTestServer, useTestServer, type TestStudent } from '@flint/testing';
import { ENGLISH } from '../../texts/index';
import { tokenHash } from '../../infra/token-hash';
import { jobs } from '../jobs/index';
import { sendAlerts } from '../offers/alerts';
import { sendReminders } from '../offers/reminders';
import { revocations } from '../sign-in/revocation.model';
import { sessions } from '../sign-in/index';
import { agree, enrol, forgetMeetings, pair, sharedPair } from '../offers/testing/campus';
import { alertBrowsers } from './alert.model';
import { alerts } from './alerts.resource';
import { quietEnd } from './choices';
import { push, vapidKeys } from './push';
import { mailKeptMs } from './send';
import { waitForDrops } from './shown';
import { alertText, KINDS } from './words';
import { startPushService } from '@flint/testing/push-service';

const START = '2027-03-02T17:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000', PUSH_LOCAL: 'true' } });
let service: Awaited<ReturnType<typeof startPushService>>;
let received: typeof service.received;

beforeAll(async () => {
  service = await startPushService();
  received = service.received;
});
beforeEach(() => {
  clock.set(START);
  service.status = 201;
  received.length = 0;
});
afterAll(() => service[Symbol.asyncDispose]());

const shared = sharedPair(server);
/** Ann and Ben of all tests, without browsers and choices. */
async function takePair() {
  const two = await shared();
  await forgetMeetings(server, ['alert_browsers', 'alert_choices']);
  return two;
}

const browser = (folder?: string) => service.browser(folder);
const add = (who: TestStudent, subscription: object) => who.call('POST /alerts/browsers', subscription);

async function invite(from: TestStudent, to: TestStudent): Promise<string> {
  const { status, body } = await from.invite(to, { proposedDate: DATE });
  expect(status).toBe(201);
  return body.id;
}

describe('an alert', () => {
  it('of a new offer - reaches the browser encrypted and signed, without name, place or hour', async () => {
    const [ann, ben] = await takePair();
    const { subscription, path, read } = browser();
    expect((await add(ben, subscription)).body.browsers).toBe(1);
    const id = await invite(ann, ben);
    await sendAlerts(server.deps);
    const only = received.find((each) => each.path === path);
    const headers = { 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'normal' };
    expect(only!.headers).toMatchObject(headers);
    expect(only!.headers.authorization).toMatch(/^vapid t=[\w.-]+, k=/);
    const shown = read(only!.body);
    expect(shown).toEqual({
      title: 'Flint',
      body: 'A new offer waits for you.',
      tag: `${id} offered`,
      path: `/offers?offer=${id}`,
      receipt: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await jobs(server.deps.db).countDocuments({ kind: 'alert', about: ben.id })).toBe(0);
  });

  it('while another push service never ends its answers - does not wait for the other, which is dropped after ten seconds', async () => {
    const [[ann, ben], [cleo, dan]] = [await takePair(), await pair(server)];
    const quick = browser();
    await add(ben, browser('slow').subscription);
    await invite(ann, ben);
    await add(dan, quick.subscription);
    await invite(cleo, dan);
    const tooLong = new AbortController();
    const waits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong.signal);
    const sent = sendAlerts(server.deps);
    while (!received.some(({ path }) => path === quick.path))
      await new Promise((resolve) => setTimeout(resolve, 20));
    tooLong.abort();
    await sent;
    expect(new Set(waits.mock.calls.flat())).toEqual(new Set([10_000]));
    waits.mockRestore();
    expect(await jobs(server.deps.db).countDocuments({ kind: 'alert', about: ben.id })).toBe(1);
    await jobs(server.deps.db).deleteMany({ kind: 'alert' });
  });

  it('to a student who allows names and reads French - names the sender, in French', async () => {
    const [ann, ben] = await pair(server);
    const { subscription, path, read } = browser();
    await add(ben, subscription);
    for (const quiet of [{ from: 11, to: 14 }, null])
      await ben.call('PUT /alerts', { kinds: ['offer'], quiet, showNames: true });
    await ben.call('GET /offers/mail', undefined, { 'accept-language': 'fr-CA' });
    const id = await invite(ann, ben);
    await sendAlerts(server.deps);
    const { title, body } = read(received.find((each) => each.path === path)!.body);
    expect([title, body]).toEqual(['Ann', 'Une nouvelle invitation vous attend.']);
    // a kind of alert that is switched off
    await ann.call(`POST /offers/${id}/withdraw`);
    await sendAlerts(server.deps);
    expect(received).toHaveLength(1);
  });

  it('changed one by one on several devices - change only what each names', async () => {
    const [ann] = await takePair();
    const change = (what: object) => ann.call('PUT /alerts', what);
    await Promise.all([
      change({ kind: { id: 'reminder', isWanted: false } }),
      change({ kind: { id: 'signal', isWanted: false } }),
      change({ quiet: { from: 22, to: 8 } }),
      change({ showNames: true }),
    ]);
    await change({ kind: { id: 'signal', isWanted: true } });
    await change({ quiet: null });
    expect((await ann.call('GET /alerts')).body.choices).toEqual({
      kinds: ['offer', 'answer', 'change', 'signal'],
      quiet: null,
      showNames: true,
    });
    expect((await change({ kind: { id: 'rumor', isWanted: true } })).body.code).toBe('validation_failed');
  });

  it('of a kind that is off, or to a student who blocked the sender - is not sent', async () => {
    const [ann, ben] = await takePair();
    await add(ben, browser().subscription);
    await ben.call('PUT /alerts', { kinds: ['reminder'], quiet: null, showNames: false });
    await invite(ann, ben);
    await sendAlerts(server.deps);
    const [cat, dan] = await pair(server);
    await add(dan, browser().subscription);
    await invite(cat, dan);
    await dan.call('POST /blocks', { userId: cat.id });
    await sendAlerts(server.deps);
    expect(received).toEqual([]);
    expect(await jobs(server.deps.db).countDocuments({ kind: 'alert' })).toBe(0);
  });

  it('a failing push service, or a process that dies - loses no alert', async () => {
    const [ann, ben] = await takePair();
    await add(ben, browser().subscription);
    await invite(ann, ben);
    service.status = 503;
    await sendAlerts(server.deps);
    service.status = 201;
    await sendAlerts(server.deps);
    expect(received).toHaveLength(1);
    clock.advanceSeconds(61);
    await sendAlerts(server.deps);
    await sendAlerts(server.deps);
    expect(received).toHaveLength(2);
  });

  it('that one of two browsers took - is tried again at the other alone, and dropped without a trace at its end', async () => {
    const [ann, ben] = await takePair();
    const both = [browser(), browser('down')];
    for (const { subscription } of both) await add(ben, subscription);
    await invite(ann, ben);
    const counts = () => both.map((each) => received.filter(({ path }) => path === each.path).length);
    for (const shown of [1, 2]) {
      await sendAlerts(server.deps);
      expect(counts()).toEqual([1, shown]);
      clock.advanceSeconds(61);
    }
    clock.advanceSeconds(17 * 3_600);
    await sendAlerts(server.deps);
    expect(counts()).toEqual([1, 2]);
    expect(await jobs(server.deps.db).countDocuments({ kind: 'alert' })).toBe(0);
  });

  it.each([
    ['no longer knows the browser', 404, 0, 0],
    ['no longer knows the browser', 410, 0, 0],
    ['refuses it for good', 400, 0, 1],
    ['is too busy', 429, 1, 1],
  ])(
    'whose push service %s (%i) - waits %i more times, with %i browsers',
    async (_, code, kept, browsers) => {
      const [ann, ben] = await takePair();
      await add(ben, browser().subscription);
      await invite(ann, ben);
      service.status = code;
      await sendAlerts(server.deps);
      expect(await jobs(server.deps.db).countDocuments({ kind: 'alert', about: ben.id })).toBe(kept);
      expect((await ben.call('GET /alerts')).body.browsers).toBe(browsers);
      await jobs(server.deps.db).deleteMany({ kind: 'alert' });
    },
  );

  it('of a signal - is sent to the other person of the date only, within an hour', async () => {
    const [ann, ben] = await takePair();
    const [hers, his] = [browser(), browser()];
    await add(ann, hers.subscription);
    await add(ben, his.subscription);
    const id = await invite(ann, ben);
    await ben.respond(id, 'accept');
    await sendAlerts(server.deps);
    received.length = 0;
    clock.set('2027-03-05T16:30:00Z');
    expect((await ann.call(`POST /offers/${id}/date/signals`, { kind: 'on_my_way' })).status).toBe(200);
    await ann.call(`POST /offers/${id}/date/signals`, { kind: 'on_my_way' });
    await sendAlerts(server.deps);
    const told = received.filter(({ path }) => [hers.path, his.path].includes(path));
    const signals = told.filter(({ headers }) => headers.urgency === 'high');
    expect(signals.map(({ path }) => path)).toEqual([his.path]);
    expect(his.read(signals[0]!.body)).toMatchObject({
      body: 'The person you’re meeting is on the way.',
      path: `/offers?date=${id}`,
    });
    received.length = 0;
    await ann.call(`POST /offers/${id}/date/signals`, { kind: 'here' });
    clock.advanceSeconds(3_601);
    await sendAlerts(server.deps);
    expect(received).toEqual([]);
  });

  const ACTS: Readonly<Record<string, (who: TestStudent, id: string) => Promise<unknown>>> = {
    // the second time that of two hours before, if it is due
    'a reminder': () => sendReminders(server.deps).then(() => sendReminders(server.deps)),
    'a signal': (who, id) => who.call(`POST /offers/${id}/date/signals`, { kind: 'here' }),
    'a date called off': (who, id) => who.call(`POST /offers/${id}/cancel`),
  };
  it.each([
    ['a reminder', 'of the day before', '2027-03-04T17:01:00Z', '2027-03-05T03:00:00Z', 7_200],
    ['a reminder', 'two hours before', '2027-03-05T15:01:00Z', '2027-03-05T15:10:00Z', 1_200],
    ['a signal', 'before the date', '2027-03-05T16:40:00Z', '2027-03-05T16:50:00Z', 3_000],
    ['a signal', 'late in the date', '2027-03-05T18:30:00Z', '2027-03-05T18:40:00Z', 1_200],
    ['a date called off', 'in time', '2027-03-05T08:00:00Z', '2027-03-05T08:00:00Z', 14_400],
    ['a date called off', 'after its start', '2027-03-05T18:00:00Z', '2027-03-05T18:10:00Z', 3_000],
  ])('of %s %s - stays at the push service only while it is true', async (act, _when, at, sentAt, ttl) => {
    const [ann, ben] = await takePair();
    const { subscription, path } = browser();
    await add(ben, subscription);
    const id = await invite(ann, ben);
    await ben.respond(id, 'accept');
    clock.set(at);
    await ACTS[act]!(ann, id);
    clock.set(sentAt);
    await sendAlerts(server.deps);
    const sent = received.filter((each) => each.path === path);
    expect(sent.map(({ headers }) => Number(headers.ttl))).toEqual([ttl]);
  });

  it.each([
    ['a signal', 'on the date', { from: 11, to: 14 }, '2027-03-05T16:30:00Z', true],
    ['a reminder', 'two hours before', { from: 9, to: 11 }, '2027-03-05T15:01:00Z', true],
    ['a reminder', 'of the day before', { from: 11, to: 14 }, '2027-03-04T17:01:00Z', false],
    ['a date called off', 'that starts in them', { from: 11, to: 14 }, '2027-03-05T16:50:00Z', true],
    ['a date called off', 'an hour after them', { from: 3, to: 11 }, '2027-03-05T09:00:00Z', true],
    ['a date called off', 'three hours after them', { from: 3, to: 9 }, '2027-03-05T09:00:00Z', false],
  ])('of %s %s, in quiet hours %j - at %s is sent: %j', async (act, _when, quiet, at, isSent) => {
    const [ann, ben] = await takePair();
    const { subscription, path } = browser();
    await add(ben, subscription);
    await ben.call('PUT /alerts', { quiet });
    const id = await invite(ann, ben);
    await ben.respond(id, 'accept');
    clock.set(at);
    await ACTS[act]!(ann, id);
    await sendAlerts(server.deps);
    const sent = received.filter((each) => each.path === path);
    expect(sent.map(({ headers }) => headers.urgency)).toEqual(isSent ? ['high'] : []);
    await jobs(server.deps.db).deleteMany({ kind: 'alert' });
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('of an answer in quiet hours, read in them: %j - is sent after them %i times', async (isRead, times) => {
    const [ann, ben] = await takePair();
    await add(ann, browser().subscription);
    await ann.call('PUT /alerts', { quiet: { from: 11, to: 14 } });
    await ben.respond(await invite(ann, ben), 'decline');
    await sendAlerts(server.deps);
    if (isRead) await ann.call('GET /offers');
    await waitForDrops(server.deps);
    clock.set('2027-03-02T19:00:01Z');
    await sendAlerts(server.deps);
    expect(received).toHaveLength(times);
  });

  it('of a date called off in quiet hours - is sent after them, whatever is read', async () => {
    const [ann, ben] = await takePair();
    const id = await agree(ann, ben);
    await sendAlerts(server.deps);
    await add(ann, browser().subscription);
    await ann.call('PUT /alerts', { quiet: { from: 11, to: 14 } });
    await ben.call(`POST /offers/${id}/cancel`);
    await sendAlerts(server.deps);
    await ann.call('GET /offers');
    await waitForDrops(server.deps);
    clock.set('2027-03-02T19:00:01Z');
    await sendAlerts(server.deps);
    expect(received).toHaveLength(1);
  });
});

describe('a browser', () => {
  it('is sealed at rest, is in the export, and is deleted with the account', async () => {
    const ann = await enrol(server);
    const { subscription } = browser();
    await add(ann, subscription);
    const stored = await alertBrowsers(server.deps.db).find({ userId: ann.id }).lean();
    expect(JSON.stringify(stored)).not.toContain(subscription.endpoint);
    expect(JSON.stringify(stored)).not.toContain(subscription.keys.auth);
    const held = await ann.call('GET /account/export');
    expect(held.body.data.alerts.browsers).toMatchObject([{ endpoint: subscription.endpoint }]);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    expect(await alertBrowsers(server.deps.db).countDocuments({ userId: ann.id })).toBe(0);
  });

  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  it.each<[how: string, end: (sessionId: string, who: TestStudent) => PromiseLike<unknown>]>([
    ['was ended there', (_id, ben) => ben.call(`DELETE /account/sessions/${_id}`)],
    ['is in no database, as after a restore', (_id) => sessions(server.deps.db).deleteOne({ _id })],
    [
      'was not used for a month',
      (_id) => sessions(server.deps.db).updateOne({ _id }, { refreshedAt: daysAgo(31) }),
    ],
    [
      'is older than three months',
      (_id) => sessions(server.deps.db).updateOne({ _id }, { createdAt: daysAgo(91) }),
    ],
  ])('whose session %s - receives nothing more, however late, and is deleted', async (_how, end) => {
    const [ann, ben] = await takePair();
    const { subscription, path } = browser();
    await add(ben, subscription);
    const { sessionId } = (await alertBrowsers(server.deps.db).findOne({ userId: ben.id }).lean())!;
    await end(sessionId, ben);
    // the database deletes them after eight days
    await revocations(server.deps.db).deleteMany({});
    await invite(ann, ben);
    await sendAlerts(server.deps);
    expect(received.filter((each) => each.path === path)).toEqual([]);
    expect(await alertBrowsers(server.deps.db).countDocuments({ userId: ben.id })).toBe(0);
  });

  it('whose session is ended in the settings, or ended long before the next alert - is deleted, the others are not', async () => {
    const ben = await enrol(server);
    const held = [randomUUID(), randomUUID(), randomUUID()];
    const [first, second, third] = held;
    for (const sessionId of held) {
      const { subscription } = browser();
      await add(ben, subscription);
      const times = { refreshedAt: clock.now(), createdAt: clock.now() };
      await sessions(server.deps.db).create({ _id: sessionId, userId: ben.id, counter: 0, ...times });
      await alertBrowsers(server.deps.db).updateOne({ _id: tokenHash(subscription.endpoint) }, { sessionId });
    }
    const kept = () => alertBrowsers(server.deps.db).distinct('sessionId', { userId: ben.id });
    expect((await kept()).toSorted()).toEqual(held.toSorted());
    await ben.call(`DELETE /account/sessions/${first}`);
    expect((await kept()).toSorted()).toEqual([second, third].toSorted());
    await sessions(server.deps.db).deleteOne({ _id: second! });
    await alerts.timed![0]!.run(server.deps);
    expect(await kept()).toEqual([third]);
    // all but the one that asks
    await ben.call('DELETE /account/sessions');
    expect(await kept()).toEqual([]);
  });

  it('of another student, who signs in on it and turns alerts on - receives only their alerts, while their own session lasts', async () => {
    const [ann, ben] = await takePair();
    const [cleo, dan] = await pair(server);
    const { subscription, path, read } = browser();
    await add(ben, subscription);
    const { sessionId } = (await alertBrowsers(server.deps.db).findOne({ userId: ben.id }).lean())!;
    await add(dan, subscription);
    await sessions(server.deps.db).deleteOne({ _id: sessionId });
    await invite(ann, ben);
    const id = await invite(cleo, dan);
    await sendAlerts(server.deps);
    const told = received.filter((each) => each.path === path);
    expect(told.map(({ body }) => read(body).path)).toEqual([`/offers?offer=${id}`]);
  });

  it('of another student - cannot be removed and does not count; a sixth browser replaces the oldest', async () => {
    const [ann, eve] = [await enrol(server), await enrol(server, { name: 'Eve' })];
    const { subscription } = browser();
    await add(ann, subscription);
    await eve.call('POST /alerts/browsers/remove', { endpoint: subscription.endpoint });
    expect((await ann.call('GET /alerts')).body.browsers).toBe(1);
    expect((await eve.call('GET /alerts')).body.browsers).toBe(0);
    const others = Array.from({ length: 5 }, () => browser().subscription);
    for (const each of others) {
      clock.advanceSeconds(1);
      await add(ann, each);
    }
    const { data } = (await ann.call('GET /account/export')).body;
    const endpoints = (list: readonly { endpoint: string }[]) =>
      list.map(({ endpoint }) => endpoint).toSorted();
    expect(endpoints(data.alerts.browsers)).toEqual(endpoints(others));
    expect((await ann.call('GET /alerts')).body.browsers).toBe(5);
  });

  it('with forged keys or addresses - gets the same refusal for each', async () => {
    const ann = await enrol(server);
    const { subscription } = browser();
    const forged = [
      { ...subscription, keys: { ...subscription.keys, p256dh: 'AAAA' } },
      { ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } },
      { ...subscription, endpoint: 'https://10.0.0.1/push' },
      { ...subscription, endpoint: 'https://[::1]/push' },
    ];
    for (const each of forged) {
      const { status: code, body } = await add(ann, each);
      expect([code, body.code]).toEqual([422, 'alert_address_refused']);
    }
  });
});

describe('the words of an alert', () => {
  it.each([
    ['offered', 'A new offer waits', 'offer', 'offer'],
    ['accepted', 'was accepted', 'offer', 'answer'],
    ['declined', 'was answered', 'offer', 'answer'],
    ['rescheduled', 'Another time', 'offer', 'change'],
    ['cancelled', 'called off', 'offer', 'change'],
    ['off', 'called off', 'offer', 'change'],
    ['waits', 'waits for your answer', 'offer', 'reminder'],
    ['tomorrow', 'is tomorrow', 'offer', 'reminder'],
    ['soon', 'in two hours', 'offer', 'reminder'],
    ['on_my_way', 'on the way', 'date', 'signal'],
    ['ten_minutes_late', 'ten minutes late', 'date', 'signal'],
    ['here', 'has arrived', 'date', 'signal'],
  ] as const)('%s - say so, lead to the page, and belong to one setting', (what, words, page, kind) => {
    const text = alertText('Flint', ENGLISH, { what, offerId: 'o1', receipt: 'r1' });
    const { body, path, tag } = JSON.parse(text);
    expect([body, path]).toEqual([expect.stringContaining(words), `/offers?${page}=o1`]);
    expect(KINDS[what]).toBe(kind);
    expect(mailKeptMs(what)).toBe((kind === 'reminder' ? 1 : 16) * 3_600_000);
    // nobody learns from a tag that an account was deleted
    expect(tag).toBe(`o1 ${what === 'off' ? 'cancelled' : what}`);
  });
});

describe('quiet hours', () => {
  it.each([
    [{ from: 22, to: 8 }, '2027-03-02T04:30:00Z', '2027-03-02T13:00:00.000Z'],
    [{ from: 22, to: 8 }, '2027-03-02T17:00:00Z', undefined],
    [{ from: 9, to: 9 }, '2027-03-02T14:10:00Z', undefined],
    [{ from: 9, to: 12 }, '2027-03-02T14:00:00Z', '2027-03-02T17:00:00.000Z'],
    [{ from: 9, to: 12 }, '2027-03-02T17:00:00Z', undefined],
    // the clocks go forward that night
    [{ from: 22, to: 8 }, '2027-03-14T06:30:00Z', '2027-03-14T12:00:00.000Z'],
  ])('%j at %s - end at %s', (quiet, now, end) => {
    expect(quietEnd(quiet, new Date(now), 'America/Toronto')?.toISOString()).toBe(end);
  });
});

describe('a VAPID key pair that is set', () => {
  it('configured - is the key that browsers subscribe with, and signs', async () => {
    const { publicKey, privateKey } = vapidKeys({ ...server.deps, secret: randomBytes(32) });
    const env = {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:it@campus.edu',
    };
    await using keyed = await startTestServer({ env });
    const ann = await keyed.signIn();
    const aDay = { keptMs: 86_400_000, isUrgent: false };
    expect((await ann.call('GET /alerts')).body.publicKey).toBe(publicKey);
    expect(await push(keyed.deps, service.browser().subscription, 'text', aDay)).toBe('sent');
    const { authorization } = service.received[0]!.headers;
    const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization!)!;
    expect(key).toBe(publicKey);
    const [head, claims, signature] = token!.split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString()).sub).toBe('mailto:it@campus.edu');
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const signer = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } });
    const given = { key: signer, dsaEncoding: 'ieee-p1363' as const };
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', signed, given, Buffer.from(signature!, 'base64url'))).toBe(true);
  });
});
