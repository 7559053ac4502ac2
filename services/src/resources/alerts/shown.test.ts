import { randomBytes } from 'node:crypto';
import { fixedClock } from '@flint/services';
import { startTestServer, useTestServer, type TestStudent } from '@flint/testing';
import { sendAlerts } from '../offers/alerts';
import { sendNotices } from '../offers/notices';
import { sendReminders } from '../offers/reminders';
import { forgetMeetings, pair, sharedPair } from '../offers/testing/campus';
import { mailer } from '../../infra/mailer';
import { alertBrowsers } from './alert.model';
import { jobs, waitForJobs } from '../jobs/index';
import { waitForDrops } from './shown';
import { startPushService } from '@flint/testing/push-service';

const START = '2027-03-02T17:00:00Z';
const QUIET_END = '2027-03-02T19:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
const DAY_BEFORE = '2027-03-04T17:00:00Z';
const OFFERED = 'Ann invites you to a date';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000', PUSH_LOCAL: 'true' } });
const takePair = sharedPair(server);
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  service = await startPushService();
});
/** The mails of the tests before. */
let earlier: ReadonlySet<unknown>;
beforeEach(async () => {
  await waitForJobs(server.deps);
  await mailer(server.deps).settled();
  earlier = new Set(mailer(server.deps).outbox!.list());
  clock.set(START);
  service.received.length = 0;
  await jobs(server.deps.db).deleteMany({});
});
afterAll(() => service[Symbol.asyncDispose]());

const invite = async (from: TestStudent, to: TestStudent): Promise<string> =>
  (await from.invite(to, { proposedDate: DATE })).body.id;

/** Ann, and Ben with a browser that shows alerts: those of all tests, in none of whose browsers anything was chosen. */
async function takePairWithBrowser() {
  const two = await takePair();
  await forgetMeetings(server, ['alert_browsers', 'alert_choices']);
  return withBrowser(two);
}
const pairWithBrowser = async () => withBrowser(await pair(server));
async function withBrowser([ann, ben]: readonly [TestStudent, TestStudent]) {
  const browser = service.browser();
  await ben.call('POST /alerts/browsers', browser.subscription);
  return { ann, ben, browser };
}

type Pair = Awaited<ReturnType<typeof pairWithBrowser>>;

/** Without a session, as a service worker sends it. */
const say = (receipt: unknown) => server.call('POST /alerts/shown', { receipt });

/** The mails received, oldest first, after everything due was sent. */
async function mailTo(who: TestStudent): Promise<string[]> {
  await sendNotices(server.deps);
  const mails = await server.mailsTo(who);
  return mails.filter((mail) => !earlier.has(mail)).map(({ subject }) => subject);
}
const wait = () => clock.advanceSeconds(121);

describe('the mail of an alert', () => {
  it('whose alert a browser showed - is not sent; the next mail waits for its own alert', async () => {
    const { ann, ben, browser } = await takePairWithBrowser();
    const id = await invite(ann, ben);
    expect(await mailTo(ben)).toEqual([]);
    await sendAlerts(server.deps);
    expect((await say(browser.shown()[0]!.receipt)).status).toBe(204);
    wait();
    expect(await mailTo(ben)).toEqual([]);
    const proposedDate = '2027-03-05T18:00:00Z';
    const { counterOffer } = (await ben.respond(id, 'reschedule', { rescheduleData: { proposedDate } })).body;
    await ann.respond(counterOffer, 'accept');
    expect(await mailTo(ben)).toEqual([]);
    wait();
    expect(await mailTo(ben)).toEqual(['Ann accepted your offer']);
  });

  it.each([
    ['by hand', (ann: TestStudent, id: string) => ann.call(`POST /offers/${id}/cancel`), 'Ann called your'],
    ['by a deleted account', (ann: TestStudent) => ann.call('DELETE /account'), 'Your'],
  ])('of a date called off %s - is sent at once: the browser may be at home', async (_, end, whose) => {
    const { ann, ben, browser } = await (whose === 'Your' ? pairWithBrowser() : takePairWithBrowser());
    const id = await invite(ann, ben);
    await ben.respond(id, 'accept');
    await jobs(server.deps.db).deleteMany({});
    await end(ann, id);
    await sendAlerts(server.deps);
    await say(browser.shown().at(-1)!.receipt);
    expect(service.received.at(-1)!.headers.urgency).toBe('high');
    expect(await mailTo(ben)).toEqual([expect.stringContaining(whose)]);
  });

  it('whose alert no browser showed - is sent after the wait, once, by one of two processes and after a restart', async () => {
    const { ann, ben } = await takePairWithBrowser();
    await invite(ann, ben);
    await sendAlerts(server.deps);
    clock.advanceSeconds(119);
    expect(await mailTo(ben)).toEqual([]);
    clock.advanceSeconds(2);
    // new objects without cached state, like a second or restarted process
    const other = { ...server.deps };
    await Promise.all([sendNotices(server.deps), sendNotices(other), sendNotices(other)]);
    expect(await mailTo(ben)).toEqual([OFFERED]);
    wait();
    expect(await mailTo(ben)).toEqual([OFFERED]);
  });

  it('whose process died while writing it - is written by another one a minute later', async () => {
    const { ann, ben } = await takePairWithBrowser();
    await invite(ann, ben);
    wait();
    const claimed = { $set: { dueAt: new Date(clock.now().getTime() + 60_000) } };
    await jobs(server.deps.db).updateOne({ kind: 'notice', about: ben.id }, claimed);
    expect(await mailTo(ben)).toEqual([]);
    clock.advanceSeconds(61);
    expect(await mailTo(ben)).toEqual([OFFERED]);
  });

  it('of a reminder - waits like the others', async () => {
    const { ann, ben, browser } = await takePairWithBrowser();
    await ben.respond(await invite(ann, ben), 'accept');
    await sendAlerts(server.deps);
    for (const { receipt } of browser.shown()) await say(receipt);
    service.received.length = 0;
    clock.set('2027-03-04T17:01:00Z');
    await sendReminders(server.deps);
    expect(await mailTo(ann)).toEqual(['Ben accepted your offer', 'Your date is tomorrow']);
    expect(await mailTo(ben)).toEqual([]);
    await sendAlerts(server.deps);
    await say(browser.shown()[0]!.receipt);
    wait();
    expect(await mailTo(ben)).toEqual([]);
    // quiet hours do not hold that of two hours before
    await ben.call('PUT /alerts', { quiet: { from: 9, to: 11 } });
    clock.set('2027-03-05T15:01:00Z');
    await sendReminders(server.deps);
    expect(await mailTo(ben)).toEqual([]);
    wait();
    expect(await mailTo(ben)).toEqual(['Your date is in two hours']);
  });

  it.each([
    ['without a browser', null],
    ['for a student who switched the kind off', { kinds: ['reminder'], quiet: null, showNames: false }],
    ['in quiet hours', { kinds: ['offer'], quiet: { from: 11, to: 14 }, showNames: false }],
  ])('%s - is sent at once', async (_, choices) => {
    const { ann, ben } = await takePairWithBrowser();
    if (choices) await ben.call('PUT /alerts', choices);
    else await alertBrowsers(server.deps.db).deleteMany({ userId: ben.id });
    await invite(ann, ben);
    expect(await mailTo(ben)).toEqual([OFFERED]);
  });

  it('about an offer that was withdrawn meanwhile, or for a student who turned mail off, blocked the sender or left - is not sent, and is deleted', async () => {
    const pairs = await Promise.all(Array.from({ length: 4 }, pairWithBrowser));
    const [taken, off, blocks, left] = pairs as [Pair, Pair, Pair, Pair];
    const [id] = await Promise.all(pairs.map(({ ann, ben }) => invite(ann, ben)));
    await taken.ann.call(`POST /offers/${id}/withdraw`);
    await off.ben.call('PUT /offers/mail', { wanted: false });
    await blocks.ben.call('POST /blocks', { userId: blocks.ann.id });
    await left.ann.call('DELETE /account');
    expect(JSON.stringify(await jobs(server.deps.db).find().lean())).not.toContain(left.ann.id);
    wait();
    for (const { ben } of pairs) expect(await mailTo(ben)).not.toContain(OFFERED);
    expect(await jobs(server.deps.db).countDocuments({ kind: 'notice' })).toBe(0);
  });
});

describe('a receipt', () => {
  it('known, used, unknown or forged - gets the same answer; only the known one cancels the mail', async () => {
    const { ann, ben, browser } = await takePairWithBrowser();
    await invite(ann, ben);
    await sendAlerts(server.deps);
    const { receipt } = browser.shown()[0]!;
    const waiting = async () => {
      await waitForDrops(server.deps);
      return jobs(server.deps.db).find({ kind: 'notice', about: ben.id }).lean();
    };
    const [stored] = await waiting();
    const alerts = await jobs(server.deps.db).find({ kind: 'alert' }).lean();
    expect(JSON.stringify([stored, alerts])).not.toContain(receipt);
    const answers = new Set<string>();
    const answerTo = async (each: string) => {
      const { status, body, headers } = await say(each);
      answers.add(JSON.stringify([status, body, [...headers.keys()].toSorted()]));
    };
    const random = randomBytes(32).toString('base64url');
    // the first one is the hash that is stored
    for (const each of [stored!._id, 'A'.repeat(43), random, '', `${receipt}=`, ' ']) await answerTo(each);
    for (const body of [{ receipt: { $ne: '' } }, { receipt: ['a'] }, {}, { receipt: 'a'.repeat(101) }])
      expect((await server.call('POST /alerts/shown', body)).status).toBe(400);
    expect(await waiting()).toEqual([stored]);
    for (const each of [receipt, receipt]) await answerTo(each);
    expect(await waiting()).toEqual([]);
    expect([answers.size, JSON.parse([...answers][0]!)[0]]).toEqual([1, 204]);
  });

  it('of another student, or repeated - cancels no other mail', async () => {
    const [first, second] = [await takePairWithBrowser(), await pairWithBrowser()];
    await invite(first.ann, first.ben);
    await invite(second.ann, second.ben);
    await sendAlerts(server.deps);
    const { receipt } = second.browser.shown()[0]!;
    for (let i = 0; i < 3; i++) await say(receipt);
    wait();
    expect(await mailTo(first.ben)).toEqual([OFFERED]);
    expect(await mailTo(second.ben)).toEqual([]);
  });

  it('of a browser that claims to have shown everything - cancels only its own student’s mail, no signal or file', async () => {
    const { ann, ben, browser } = await takePairWithBrowser();
    const id = await invite(ann, ben);
    await sendAlerts(server.deps);
    await ben.respond(id, 'accept');
    for (const { receipt } of browser.shown()) await say(receipt);
    wait();
    expect(await mailTo(ann)).toEqual(['Ben accepted your offer']);
    expect(await mailTo(ben)).toEqual([]);
    expect((await ben.call(`GET /offers/${id}/calendar`)).status).toBe(200);
    expect((await ben.call('GET /offers')).body.items).toHaveLength(1);
  });

  it('of a stranger who floods - is refused with 429; other requests of the same address are not', async () => {
    const statuses = new Set<number>();
    await using few = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '0.01' } });
    for (let i = 0; i < 40; i++)
      statuses.add((await few.call('POST /alerts/shown', { receipt: String(i) })).status);
    expect([...statuses]).toEqual([204, 429]);
    expect((await few.call('GET /config')).status).toBe(200);
  });
});

describe('an alert', () => {
  it.each([
    ['the offer is taken back', [], START, { from: 11, to: 14 }, '2027-03-02T19:00:00Z'],
    [
      'the date is called off',
      ['Your date is called off'],
      DAY_BEFORE,
      { from: 11, to: 14 },
      '2027-03-04T19:00:00Z',
    ],
    [
      'the date is called off by somebody who leaves',
      ['Your date is called off'],
      DAY_BEFORE,
      { from: 11, to: 14 },
      '2027-03-04T19:00:00Z',
    ],
    ['the day of the date has begun', [], DAY_BEFORE, { from: 11, to: 1 }, '2027-03-05T06:00:00Z'],
  ])('held back by quiet hours until %s - is %j', async (change, said, from, quiet, until) => {
    const { ann, ben, browser } = await takePairWithBrowser();
    await ben.call('PUT /alerts', { kinds: ['offer', 'change', 'reminder'], quiet, showNames: false });
    const id = await invite(ann, ben);
    const isOffer = from === START;
    if (!isOffer) {
      await ben.respond(id, 'accept');
      await jobs(server.deps.db).deleteMany({ kind: 'alert' });
      clock.set(from);
      await sendReminders(server.deps);
    }
    await sendAlerts(server.deps);
    expect(browser.shown()).toEqual([]);
    if (isOffer) await ann.call(`POST /offers/${id}/withdraw`);
    if (change.startsWith('the date is called off')) await ann.call(`POST /offers/${id}/cancel`);
    if (change.endsWith('leaves')) await ann.call('DELETE /account');
    clock.set(until);
    await sendAlerts(server.deps);
    expect(browser.shown().map((shown) => shown.body)).toEqual(said);
    expect(await jobs(server.deps.db).countDocuments({ kind: 'alert', about: ben.id })).toBe(0);
  });

  it.each([
    ['less than two hours after them - is sent at once, and no mail', '20:59', START, []],
    ['later - waits for their end, but not its mail', '21:00', QUIET_END, ['Ann accepted your offer']],
  ])('of a yes in quiet hours to a date that begins %s', async (_, hour, at, mails) => {
    const { ann, ben, browser } = await takePairWithBrowser();
    const { id } = (await ben.invite(ann, { proposedDate: `2027-03-02T${hour}:00Z` })).body;
    await ben.call('PUT /alerts', { quiet: { from: 11, to: 14 } });
    await ann.respond(id, 'accept');
    for (const now of [START, '2027-03-02T18:59:00Z', QUIET_END]) {
      clock.set(now);
      await sendAlerts(server.deps);
      expect(browser.shown()).toHaveLength(now >= at ? 1 : 0);
      for (const { receipt } of browser.shown()) await say(receipt);
      expect(await mailTo(ben)).toEqual(mails);
    }
  });
});
