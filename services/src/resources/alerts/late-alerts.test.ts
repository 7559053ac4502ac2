import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { startPushService, type PushService } from '@flint/testing/push-service';
import { pair } from '../offers/testing/campus';
import { sendReminders } from '../offers/reminders';
import { alertJobs } from './alert.model';
import { sendDueAlerts } from './send-due';

const START = '2027-03-02T17:00:00Z';
const DAY_BEFORE = '2027-03-04T17:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { PUSH_LOCAL: 'true' } });
let push: PushService;

beforeAll(async () => void (push = await startPushService()));
beforeEach(() => clock.set(START));
afterAll(() => push[Symbol.asyncDispose]());

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
    ['the day of the date has begun', [], DAY_BEFORE, { from: 11, to: 1 }, '2027-03-05T06:00:00Z'],
    ['the date is an hour away', [], '2027-03-05T15:00:00Z', { from: 9, to: 11 }, '2027-03-05T16:00:00Z'],
  ])('held back by quiet hours until %s - is %j', async (change, said, from, quiet, until) => {
    const [ann, ben] = await pair(server);
    const his = push.browser();
    await ben.call('POST /alerts/browsers', his.subscription);
    await ben.call('PUT /alerts', { kinds: ['offer', 'change', 'reminder'], quiet, showNames: false });
    const id: string = (await ann.invite(ben, { proposedDate: '2027-03-05T17:00:00Z' })).body.id;
    const isOffer = from === START;
    if (!isOffer) {
      await ben.respond(id, 'accept');
      await alertJobs(server.deps.db).deleteMany({});
      clock.set(from);
      // the reminder of the day before, and then that of two hours before
      for (let i = 0; i < 2; i++) await sendReminders(server.deps);
    }
    await sendDueAlerts(server.deps);
    expect(await alertJobs(server.deps.db).countDocuments({ userId: ben.id })).toBe(1);
    if (isOffer) await ann.call(`POST /offers/${id}/withdraw`);
    if (change === 'the date is called off') await ann.call(`POST /offers/${id}/cancel`);
    clock.set(until);
    await sendDueAlerts(server.deps);
    expect(his.shown().map((shown) => shown.body)).toEqual(said);
    expect(await alertJobs(server.deps.db).countDocuments({ userId: ben.id })).toBe(0);
  });
});
