import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { alertBrowsers } from '../alerts/alert.model';
import { jobs, pauseJobs } from '../jobs/index';
import { failWrite, writesToFail } from '../testing/fail-write';
import { sendNotices } from './notices';
import { sendReminders } from './reminders';
import { agree, introduce, join, sharedPair } from './testing/campus';
import { takeDueSteps } from './write-offer';

const START = '2026-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });

interface Stage {
  readonly ann: TestStudent;
  readonly ben: TestStudent;
  readonly offerId: string;
}
interface Told {
  /** What has happened before. */
  readonly before: 'nothing' | 'an offer' | 'a date';
  readonly hours?: number;
  readonly act: (stage: Stage) => Promise<{ readonly status: number } | undefined>;
  readonly told: readonly (readonly ['ann' | 'ben', string])[];
}

const respond =
  (action: string, more?: object): Told['act'] =>
  ({ ben, offerId }) =>
    ben.respond(offerId, action, more);
/** What a process does every minute. */
const minute: Told['act'] = async () => {
  await takeDueSteps(server.deps).catch(() => undefined);
  await sendReminders(server.deps).catch(() => undefined);
  return undefined;
};

/** Whatever somebody is told of by mail, and what each is told then. */
const ACTS: Readonly<Record<string, Told>> = {
  'an offer': { before: 'nothing', act: ({ ann, ben }) => ann.invite(ben), told: [['ben', 'offered']] },
  'a yes': { before: 'an offer', act: respond('accept'), told: [['ann', 'accepted']] },
  'a no': { before: 'an offer', act: respond('decline'), told: [['ann', 'declined']] },
  'another time': {
    before: 'an offer',
    act: (stage) => respond('reschedule', { rescheduleData: { proposedDate: server.inHours(90) } })(stage),
    told: [['ann', 'rescheduled']],
  },
  'a date called off': {
    before: 'a date',
    act: ({ ann, offerId }) => ann.call(`POST /offers/${offerId}/cancel`),
    told: [['ben', 'cancelled']],
  },
  'a block': {
    before: 'an offer',
    act: ({ ann, ben }) => ben.call('POST /blocks', { userId: ann.id }),
    told: [['ann', 'declined']],
  },
  'an account deleted': {
    before: 'a date',
    act: ({ ben }) => ben.call('DELETE /account'),
    told: [['ann', 'off']],
  },
  'half the life of an offer': { before: 'an offer', hours: 26, act: minute, told: [['ben', 'waits']] },
  'the day before a date': {
    before: 'a date',
    hours: 26.5,
    act: minute,
    told: [
      ['ann', 'tomorrow'],
      ['ben', 'tomorrow'],
    ],
  },
};

const takePair = sharedPair(server);

async function stageOf({ before, hours = 0 }: Told, hasBrowser: boolean): Promise<Stage> {
  const { db } = server.deps;
  clock.set(START);
  await alertBrowsers(db).deleteMany({});
  const [ann, ben] = await takePair();
  let offerId = '';
  if (before !== 'nothing') offerId = (await ann.invite(ben, { proposedDate: server.inHours(50) })).body.id;
  if (before === 'a date') expect((await ben.respond(offerId, 'accept')).status).toBe(200);
  await jobs(db).deleteMany({});
  const browser = { sessionId: 's', target: 't', addedAt: clock.now() };
  if (hasBrowser)
    await alertBrowsers(db).insertMany([ann, ben].map(({ id }) => ({ ...browser, _id: id, userId: id })));
  clock.advanceSeconds(hours * 3600);
  return { ann, ben, offerId };
}

/** Every mail and alert that waits for one of the two. */
async function queued({ ann, ben }: Stage): Promise<string[]> {
  const name = (id: string) => (id === ann.id ? 'ann' : id === ben.id ? 'ben' : 'somebody');
  const found = await jobs(server.deps.db).find().lean();
  return found
    .map(({ kind, plain }) => ({ kind, ...(plain as { to: string; what: string }) }))
    .map(({ kind, to, what }) => `${name(to)} ${what} ${kind}`)
    .toSorted();
}

/** What an act writes. */
const WRITTEN = ['jobs', 'offer_threads', 'date_books', 'pairs_apart'];

describe('a failure of any write of', () => {
  beforeAll(() => pauseJobs(server.deps, 'notice', true));

  it.each(Object.entries(ACTS).map(([name, act], at) => [name, act, at] as const))(
    '%s, which is repeated - queues every mail and alert once',
    async (_, act, at) => {
      for (const hasBrowser of isLong ? [true, false] : [true]) {
        const expected = act.told.flatMap(([to, what]) => [
          `${to} ${what} notice`,
          ...(hasBrowser ? [`${to} ${what} alert`] : []),
        ]);
        for (const nth of writesToFail(at)) {
          const stage = await stageOf(act, hasBrowser);
          const hasFailed = await failWrite(nth, WRITTEN, () => act.act(stage));
          const again = await act.act(stage);
          if (hasFailed) expect(again?.status).not.toBe(500);
          expect([nth, await queued(stage)]).toEqual([nth, expected.toSorted()]);
          // each act queues them in its first eleven writes
          if (!hasFailed || (isShort && nth > 10)) break;
        }
      }
    },
  );

  it('the reminders of one date - leaves those of the others for this run, and its own for the next', async () => {
    clock.set(START);
    const [ann, ben] = await takePair();
    const others = ['Cem', 'Dan'].map((name) => join(server, { name, gender: 'man' }));
    const men = [ben, ...(await Promise.all(others))];
    await introduce(server, ann, ...men);
    for (const [i, man] of men.entries()) {
      await agree(ann, man, { proposedDate: server.inHours(50 - 3 * i) });
    }
    const { db } = server.deps;
    await jobs(db).deleteMany({});
    clock.advanceSeconds(26.5 * 3600);
    const failing = jest.spyOn(jobs(db), 'create').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(sendReminders(server.deps)).rejects.toThrow('the disk is full');
    expect(await jobs(db).countDocuments({ kind: 'notice' })).toBe(4);
    await sendReminders(server.deps);
    failing.mockRestore();
    const told = (await jobs(db).find({ kind: 'notice' }).lean()).map(
      ({ plain }) => (plain as { to: string }).to,
    );
    expect(told.toSorted()).toEqual(men.flatMap(({ id }) => [ann.id, id]).toSorted());
  });

  it('the signal of a date, which is repeated - queues its alert once', async () => {
    const stage = await stageOf(ACTS['a date called off']!, true);
    clock.advanceSeconds(49.5 * 3600);
    const { ann, offerId } = stage;
    const signal = () => ann.call(`POST /offers/${offerId}/date/signals`, { kind: 'here' });
    jest.spyOn(jobs(server.deps.db), 'create').mockRejectedValueOnce(new Error('the disk is full'));
    expect((await signal()).status).toBe(500);
    jest.restoreAllMocks();
    expect((await signal()).status).toBe(200);
    expect((await signal()).status).toBe(200);
    expect(await queued(stage)).toEqual(['ben here alert']);
  });
});

describe('a date called off', () => {
  it.each(['calls it off', 'blocks the other'])(
    'by somebody who %s and leaves before the mail is sent - is told once all the same, without a name or an id',
    async (how) => {
      const stage = await stageOf(ACTS['a date called off']!, false);
      const { ann, ben, offerId } = stage;
      const { deps } = server;
      const told = async () =>
        (await server.mailsTo(ben)).filter(({ subject }) => subject === 'Your date is called off');
      const earlier = (await told()).length;
      await pauseJobs(deps, 'notice', true);
      if (how === 'blocks the other') await ann.call('POST /blocks', { userId: ben.id });
      else await ann.call(`POST /offers/${offerId}/cancel`);
      expect((await ann.call('DELETE /account')).status).toBe(204);
      expect(await queued(stage)).toEqual(['ben cancelled notice']);
      expect(JSON.stringify(await jobs(deps.db).find().lean())).not.toContain(ann.id);
      await pauseJobs(deps, 'notice', false);
      await sendNotices(deps);
      const mails = (await told()).slice(earlier);
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).not.toContain('Ann');
    },
  );
});
