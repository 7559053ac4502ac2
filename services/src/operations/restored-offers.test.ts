import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import type { mongo } from 'mongoose';
import { endAgain } from '../resources/offers/end-offers';
import { sendReminders } from '../resources/offers/reminders';
import {
  agree,
  forgetMeetings,
  introduce,
  join,
  newRound,
  useCast,
} from '../resources/offers/testing/campus';
import { decideReport } from '../resources/safety/decisions';
import { markOf } from '../resources/safety/marks';
import { findReport } from '../resources/safety/reports';
import { report } from '../resources/safety/testing/report';
import { backUp } from './backup';
import { restore } from './restore';

const clock = fixedClock('2027-03-02T12:00:00Z');
// its process does not register again during a test
const server = useTestServer({ clock, leaseMs: 3_600_000, renewMs: 600_000 });
const cast = useCast(server);
/** A restore brings back no round. */
const makeLists = async () => {
  await newRound(server);
  await introduce(server, cast.ann, cast.ben, cast.cem, cast.dan);
};

/** Something that happens when a backup has read everything before the offers, and with `isAmid` the offers that there are. */
function whenOffersAreRead(act: () => Promise<unknown>, isAmid: boolean): void {
  const db = server.deps.db.db!;
  const { collection } = db;
  const spy = jest.spyOn(db, 'collection').mockImplementation((name) => {
    const found = collection.call(db, name);
    if (name !== 'offer_threads') return found as never;
    spy.mockRestore();
    const find = found.find.bind(found);
    const slowly = async function* (_all: object, options: mongo.FindOptions) {
      const before = isAmid ? await found.distinct('_id') : [];
      const read = await find({ _id: { $in: before } }, options).toArray();
      await act();
      yield* read;
      yield* find({ _id: { $nin: before } }, options);
    };
    return Object.assign(found, { find: slowly }) as never;
  });
}

interface Acts {
  readonly during?: () => Promise<unknown>;
  readonly isAmid?: boolean;
  readonly after?: () => Promise<unknown>;
}

/** Makes a backup, and restores it into the database of the server, as after a stop. */
async function restoreBackup({ during, isAmid = false, after }: Acts): Promise<void> {
  const folder = await mkdtemp(path.join(server.deps.dataDir, 'backup-'));
  if (during) whenOffersAreRead(during, isAmid);
  await backUp(server.deps, folder);
  await after?.();
  await server.deps.db.collection('processes').deleteMany({});
  await restore(server.deps, folder, { replace: true });
}

describe('offers after a restore', () => {
  let day = 2;
  // a restore replays acts of earlier tests, which the journal still has, unless they are old
  beforeEach(() => clock.set(`2027-03-0${(day += 1)}T12:00:00Z`));
  beforeEach(makeLists);

  it('of dates that were agreed, or called off, during the backup - keep the hour of that date, or leave it free', async () => {
    const { ann, ben, cem, dan } = cast;
    const later = { proposedDate: server.inHours(50) };
    const agreed = (await ann.invite(ben)).body.id;
    const other = (await ann.invite(dan)).body.id;
    const calledOff = await agree(ann, cem, later);
    const during = async () => {
      await ben.respond(agreed, 'accept');
      await ann.call(`POST /offers/${calledOff}/cancel`);
    };
    await restoreBackup({ during });
    expect((await dan.respond(other, 'accept')).body.code).toBe('offer_state_changed');
    await ann.call(`POST /offers/${other}/withdraw`);
    await makeLists();
    await forgetMeetings(server, ['pairs_apart']);
    const { body } = await ann.invite(dan, later);
    expect((await dan.respond(body.id, 'accept')).status).toBe(200);
  });

  it('of a pair that ended one and began another while the offers were read - are the newer one', async () => {
    const { ann, ben } = cast;
    const { id } = (await ann.invite(ben)).body;
    const during = async () => {
      await ben.respond(id, 'decline');
      await ben.invite(ann);
    };
    await restoreBackup({ during, isAmid: true });
    const { items } = (await ann.call('GET /offers')).body;
    expect(items).toMatchObject([{ fromUserId: ben.id, status: 'pending' }]);
    expect((await ann.respond(items[0].id, 'accept')).status).toBe(200);
  });

  it.each<[string, (ann: TestStudent, ben: TestStudent, id: string) => Promise<unknown>]>([
    ['whom the other blocked', (ann, ben) => ann.call('POST /blocks', { userId: ben.id })],
    ['whose date the other called off', (ann, _ben, id) => ann.call(`POST /offers/${id}/cancel`)],
  ])(
    'of a student %s after the backup - are over, remind nobody, and leave the hour free',
    async (_, end) => {
      const { ann, ben, cem } = cast;
      const id = await agree(ann, ben);
      let told = 0;
      const after = async () => {
        await end(ann, ben, id);
        told = (await server.mailsTo(ben)).length;
      };
      await restoreBackup({ after });
      clock.advanceSeconds(7 * 3600);
      await sendReminders(server.deps);
      const { items } = (await ben.call('GET /offers')).body;
      expect(items).toMatchObject([{ status: 'accepted', cancelledAt: expect.any(String) }]);
      expect((await server.mailsTo(ben)).length).toBe(told);
      await makeLists();
      await forgetMeetings(server, ['pairs_apart']);
      await agree(ann, cem, { proposedDate: server.inHours(23) });
    },
  );

  it('of a blocked student who invited after the block - wait as before, so that the block does not show', async () => {
    const { ann, ben } = cast;
    await ann.call('POST /blocks', { userId: ben.id });
    clock.advanceSeconds(1);
    await ben.invite(ann);
    await endAgain(server.deps);
    const { items } = (await ben.call('GET /offers')).body;
    expect(items).toMatchObject([{ status: 'pending', cancelledAt: null }]);
  });

  it('of dates of which both were told after the backup - tell nobody again; the next reminder is sent', async () => {
    const { ann, ben, cem } = cast;
    for (const [to, hours] of [
      [ben, 30],
      [cem, 60],
    ] as const) {
      await agree(ann, to, { proposedDate: server.inHours(hours) });
    }
    const subjects = async () => (await server.mailsTo(ann)).map(({ subject }) => subject);
    let told: string[] = [];
    const after = async () => {
      clock.advanceSeconds(7 * 3600);
      await sendReminders(server.deps);
      await cem.call('DELETE /account');
      told = await subjects();
    };
    await restoreBackup({ after });
    await sendReminders(server.deps);
    expect(told.slice(-2).toSorted()).toEqual(['Your date is called off', 'Your date is tomorrow']);
    expect(await subjects()).toEqual(told);
    expect(await server.deps.db.collection('jobs').countDocuments()).toBe(0);
    clock.advanceSeconds(21 * 3600);
    await sendReminders(server.deps);
    expect(await subjects()).toEqual([...told, 'Your date is in two hours']);
  });
});

describe('a suspension after a restore', () => {
  it.each([
    ['joined', false],
    ['left and returned', true],
  ])('of a student who %s after the backup - applies when they sign in again', async (_, wasHere) => {
    const eve = { name: 'Eve', email: `eve-${wasHere}@campus.edu` };
    let id = '';
    const joinAndGetSuspended = async () => {
      const student = await join(server, eve);
      id = (await report(cast.ann, student)).body.id;
      const found = (await findReport(server.deps, id))!;
      const verdict = {
        outcome: 'upheld',
        measure: 'suspension',
        by: 'kim',
        reason: 'Stop.',
        note: '',
      } as const;
      await decideReport(server.deps, found, verdict);
      return student;
    };
    const before = wasHere ? await joinAndGetSuspended() : null;
    const after = async () => {
      if (!before) return joinAndGetSuspended();
      await before.call('DELETE /account');
      return join(server, eve);
    };
    await restoreBackup({ after });
    const back = await join(server, eve);
    const { restrictedUntil, notices } = (await back.call('GET /safety/standing')).body;
    expect([restrictedUntil, notices.length]).toEqual([expect.any(String), 1]);
    expect((await findReport(server.deps, id))!.reportedId).toBe(back.id);
    const marks = server.deps.db.collection<{ _id: string; mark: string }>('contact_marks');
    const mark = markOf(server.deps, eve.email);
    const own = await marks.find({ mark, leftUntil: { $exists: false } }).toArray();
    expect(own.map(({ _id }) => _id)).toEqual([back.id]);
  });
});
