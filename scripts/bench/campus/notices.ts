import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@flint/contracts/time';
import type { PushBrowser } from '@flint/testing/push-service';
import type { Scene } from './run-drill';
import { Student, Tally } from './students';
import { PUSH_ORIGIN } from './times';
import { until } from './until';

const PUSH_FAILS = 'FlintPushFails';
/** Students who are invited while push is away, and the browsers of each. */
const INVITED = 6;
const BROWSERS = 5;

interface Invited {
  readonly email: string;
  readonly offerId: string;
  readonly phones: readonly PushBrowser[];
}

/** People outside the crowd, who have invited nobody today, invite others outside it, who have alerts and no page open. */
async function invite({ stage, crowd }: Scene): Promise<Invited[]> {
  const present = crowd.students.map(({ id }) => id);
  const accounts = stage.admin.collection<{ _id: string; email: string }>('auth_users');
  const outside = await accounts.find({ _id: { $nin: present } }).toArray();
  const emails = new Map(outside.map(({ _id, email }) => [_id, email]));
  let count = 0;
  const enter = async (email: string) => {
    const student = new Student(stage, email, () => new Tally(), 9_100_000 + count++);
    await student.signIn();
    return student;
  };
  const invited: Invited[] = [];
  for (const { email } of outside) {
    if (invited.length === INVITED) return invited;
    const sender = await enter(email);
    const { body } = await sender.ask('GET /api/v1/matches');
    const people: { userId: string }[] = body?.items ?? [];
    const other = people.map(({ userId }) => emails.get(userId)).find((each) => each !== undefined);
    if (other === undefined || invited.some((each) => each.email === other)) continue;
    const recipient = await enter(other);
    const phones = Array.from({ length: BROWSERS }, () => stage.push.browser());
    for (const { path, subscription } of phones)
      await recipient.insist('POST /api/v1/alerts/browsers', {
        body: { ...subscription, endpoint: PUSH_ORIGIN + path },
      });
    if (!(await sender.offer(recipient.id))) continue;
    const [offerId = ''] = sender.acknowledged.offers.keys();
    invited.push({ email: other, offerId, phones });
  }
  throw new Error(`only ${invited.length} offers were taken`);
}

/** Push services refuse connections, then requests, then say nothing, for an hour and a half; then they are back. */
export async function losePush(scene: Scene, fromMs: number): Promise<void> {
  const { stage, crowd, expect } = scene;
  const jobs = stage.admin.collection('jobs');
  const clock = (minutes: number) => stage.setClock(fromMs + minutes * MINUTE_MS);
  await clock(0);
  await stage.pushWay.away();
  const mailsBefore = stage.mail.taken.length;
  const invited = await invite(scene);
  const offerIds = invited.map(({ offerId }) => offerId);
  // the crowd invites the same people
  const ours = { kind: 'alert', 'plain.offerId': { $in: offerIds } };
  const tried = (tries: number) =>
    until(
      `try ${tries} of each alert`,
      // a clock that moves during a try ends its lease
      async () => (await jobs.countDocuments({ ...ours, tries, holder: { $exists: false } })) === INVITED,
      90_000,
    );
  await tried(1);
  await stage.pushWay.back();
  stage.push.status = 503;
  await clock(2.5);
  await tried(2);
  const mailsOf = ({ email, offerId }: Invited) =>
    stage.mail.taken.slice(mailsBefore).filter(({ to, text }) => to === email && text.includes(offerId))
      .length;
  await until('a mail instead of each alert', () => invited.every((each) => mailsOf(each) > 0));
  stage.push.status = 0;
  await clock(9);
  await tried(3);
  await until(PUSH_FAILS, () => stage.collector.fired().includes(PUSH_FAILS));
  await clock(25);
  await tried(4);
  expect('no alert waits twice', (await jobs.countDocuments(ours)) === INVITED);
  // what somebody queues in the moment of the next step would have waited an hour
  await crowd.rest();
  await clock(30);
  const untried = { kind: { $in: ['alert', 'notice'] }, onlyIt: { $ne: true } };
  await until('everything was tried', async () => (await jobs.countDocuments(untried)) === 0);
  stage.push.received.length = 0;
  stage.push.status = 201;
  await clock(90);
  await until('no alert waits', async () => (await jobs.countDocuments(ours)) === 0);
  expect(
    'each browser shows its alert once',
    invited.every(({ offerId, phones }) =>
      phones.every((phone) => phone.shown().filter(({ tag }) => tag.includes(offerId)).length === 1),
    ),
  );
  expect(
    'each of the invited is mailed once',
    invited.every((each) => mailsOf(each) === 1),
  );
}

/** How many people each student invites after the round, as far as the rules let them. */
const EACH = 5;
const REMINDER = 'An offer waits for your answer';

/** A new round, and a reminder of every open offer in the same moment. */
export async function wave({ stage, crowd, expect, note }: Scene): Promise<void> {
  await crowd.rest();
  // nobody acts on a list that this replaces
  await stage.operate('round', '--again');
  crowd.go();
  for (const student of crowd.students) {
    const { body } = await student.ask('GET /api/v1/matches');
    const people: { userId: string }[] = body?.items ?? [];
    for (const { userId } of people.slice(0, EACH)) await student.offer(userId);
  }
  const ids = crowd.students.flatMap(({ acknowledged }) => [...acknowledged.offers.keys()]);
  const reminders = () => stage.mail.taken.filter(({ subject }) => subject === REMINDER).length;
  const before = reminders();
  // as if they had been sent four days ago: the reminder of an offer is due at half its life
  const sent = { 'rounds.0.createdAt': new Date(Date.now() - 4 * DAY_MS), noticeAt: new Date() };
  const { modifiedCount: due } = await stage.admin
    .collection('offer_threads')
    .updateMany({ roundIds: { $in: ids }, noticeAt: { $exists: true } }, { $set: sent });
  const began = performance.now();
  const good = new Tally();
  const newcomer = new Student(stage, 'morning@campus.edu', () => good, 9_000_002);
  const signedIn = newcomer.signIn().then(() => performance.now() - began);
  const bySecond = [before];
  while (reminders() < before + due && bySecond.length < 60) {
    await wait(1_000);
    bySecond.push(reminders());
  }
  const widest = Math.max(...bySecond.slice(1).map((count, at) => count - bySecond[at]!));
  const code = ((await signedIn) / 1_000).toFixed(1);
  note(
    `${due} reminders left in ${bySecond.length - 1} s, at most ${widest} in one; meanwhile a newcomer was in after ${code} s`,
  );
  expect('there are reminders', due > 0);
  await wait(2_000);
  expect('each open offer is reminded of once', reminders() === before + due);
  expect('the newcomer need not wait', [...good.refused, ...good.failed, ...good.signedOut].length === 0);
}
