// What the date books hold: protection (block, pause, hide, delete) and a restriction act at once, also between what an offer's transaction reads
// and what it writes; and offers of the previous version keep their books.
import { DAY_MS } from '@flint/contracts/time';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import { dateBooks as migration } from '../../operations/migrations/2026-11-24-date-books';
import { dateBooks } from '../date-books/index';
import { changeStanding } from '../safety/standing';
import { inUnit } from '../safety/unit-of-work';
import { completeBooks } from './date-book';
import { meetings } from './meeting.model';
import { forgetMeetings, joinAnother, useCast } from './testing/campus';
import { threads } from './thread.model';

const server = useTestServer({ env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);

type Deed = (who: TestStudent, other: TestStudent) => Promise<unknown>;
const PROTECTIONS: Readonly<Record<string, Deed>> = {
  'deletes the account': (who) => who.call('DELETE /account'),
  pauses: (who) => who.call('PUT /safety/pause', { paused: true }),
  'hides the other’s address': (who, other) =>
    who.call('POST /safety/hidden-contacts', { emails: [other.email] }),
  'is suspended': (who) => {
    const at = server.deps.clock.now();
    const until = new Date(at.getTime() + 7 * DAY_MS);
    const strike = { reportId: 'r', reason: 'harassment', at, until, lifted: false, measure: 'suspension' };
    return inUnit(server.deps, (unit) =>
      changeStanding(server.deps, who.id, () => ({ strikes: [strike] as never }), unit),
    );
  },
};

/** What Ann does about Ben, after what comes before it. */
type Work = (ann: TestStudent, ben: TestStudent, id: string) => ReturnType<TestStudent['call']>;
const offered = async (ann: TestStudent, ben: TestStudent): Promise<string> =>
  (await ben.invite(ann, { proposedDate: server.inHours(72) })).body.id;
const WORKS: Readonly<
  Record<string, { before: (ann: TestStudent, ben: TestStudent) => Promise<string>; work: Work }>
> = {
  'an offer': { before: async () => '', work: (ann, ben) => ann.invite(ben) },
  'a yes': { before: offered, work: (ann, _ben, id) => ann.respond(id, 'accept') },
  'another time': {
    before: offered,
    work: (ann, _ben, id) =>
      ann.respond(id, 'reschedule', { rescheduleData: { proposedDate: server.inHours(90) } }),
  },
  'an answer about a date': {
    async before(ann, ben) {
      const id = await offered(ann, ben);
      await ann.respond(id, 'accept');
      const $set = { 'rounds.0.status': 'completed' };
      await threads(server.deps.db).updateOne({ _id: id }, { $set, $unset: { openPair: 1, endsAt: 1 } });
      return id;
    },
    work: (ann, _ben, id) => ann.call(`PUT /offers/${id}/meeting`, { met: false, reason: 'they_missed' }),
  },
};

/** `deed` ends after everything that the next work reads, and before its first write. */
function beforeTheWrite(deed: () => Promise<unknown>): void {
  const { db } = server.deps;
  let isDone = false;
  const once = async () => {
    if (isDone) return;
    isDone = true;
    await deed();
  };
  const [offer, meeting] = [threads(db), meetings(db)];
  const [replace, update] = [offer.replaceOne.bind(offer), meeting.updateOne.bind(meeting)];
  jest
    .spyOn(offer, 'replaceOne')
    .mockImplementation(((...args: Parameters<typeof replace>) =>
      once().then(() => replace(...args))) as never);
  jest
    .spyOn(meeting, 'updateOne')
    .mockImplementation(((...args: Parameters<typeof update>) =>
      once().then(() => update(...args))) as never);
}

async function collectionsWith(text: string): Promise<string[]> {
  const all = await server.deps.db.db!.collections();
  const texts = await Promise.all(all.map(async (each) => JSON.stringify(await each.find().toArray())));
  return all.filter((_, i) => texts[i]!.includes(text)).map(({ collectionName }) => collectionName);
}

/** Every protection against every work; in `npm test` against every other one. */
const cells = Object.keys(PROTECTIONS).flatMap((deed, d) =>
  Object.keys(WORKS)
    .filter((_, w) => !isShort || (d + w) % 2 === 0)
    .flatMap((work) => [
      [work, 'the other', deed] as const,
      ...(deed === 'is suspended' ? [[work, 'the student', deed] as const] : []),
    ]),
);

it.each(cells)(
  '%s while %s %s - is answered as after it, and leaves no id of whoever left',
  async (name, who, deed) => {
    const { before, work } = WORKS[name]!;
    const answerWhen = async (isBetween: boolean) => {
      const { ann } = cast;
      const ben = deed.startsWith('deletes') ? await joinAnother(server, cast.ann) : cast.ben;
      const id = await before(ann, ben);
      const [subject, other] = who === 'the other' ? [ben, ann] : [ann, ben];
      const protect = () => PROTECTIONS[deed]!(subject, other);
      if (isBetween) beforeTheWrite(protect);
      else await protect();
      const { status, body } = await work(ann, ben, id);
      jest.restoreAllMocks();
      return {
        status,
        code: body.code,
        left: deed.startsWith('deletes') ? await collectionsWith(ben.id) : [],
      };
    };
    const after = await answerWhen(false);
    expect(after.left).toEqual([]);
    await forgetMeetings(server);
    expect(await answerWhen(true)).toEqual(after);
  },
);

describe('offers of the previous version', () => {
  it('migrated up twice and down - keep agreed times, the day’s count, and when each ends by itself', async () => {
    const { ann, ben, cem, dan } = cast;
    const agreed = (await ann.invite(ben, { proposedDate: server.inHours(50) })).body;
    await ben.respond(agreed.id, 'accept');
    const open = (await ann.invite(cem, { proposedDate: server.inHours(500) })).body;
    const db = server.deps.db.db!;
    const ends = async () => {
      const found = await db.collection('offer_threads').find().toArray();
      return new Map(
        found.map(({ roundIds, endsAt, completesAt }) => [roundIds[0], { endsAt, completesAt }]),
      );
    };
    const booksNow = async () =>
      (await dateBooks(server.deps.db).find().sort({ _id: 1 }).lean())
        .filter(({ dates, sentAt }) => dates.length + sentAt.length > 0)
        .map(({ _id, dates, sentAt }) => [_id, dates, sentAt.length]);
    const now = await ends();
    const books = await booksNow();

    await migration.down(db as never);
    await migration.down(db as never);
    const over = new Date(Date.parse(agreed.proposedDate) + 2 * 3_600_000);
    expect(await ends()).toEqual(
      new Map([
        [agreed.id, { endsAt: undefined, completesAt: over }],
        [open.id, { endsAt: undefined, completesAt: undefined }],
      ]),
    );
    const bookings = await db.collection<any>('offer_bookings').find().toArray();
    const date = { offerId: agreed.id, start: new Date(agreed.proposedDate), end: over };
    expect(new Map(bookings.map(({ _id, dates }) => [_id, dates]))).toEqual(
      new Map([
        [ann.id, [date]],
        [ben.id, [date]],
      ]),
    );
    expect(await db.collection<any>('offer_quotas').findOne({ _id: ann.id })).toMatchObject({
      sentAt: [new Date(open.createdAt), new Date(agreed.createdAt)],
    });
    expect(await dateBooks(server.deps.db).countDocuments()).toBe(0);

    // Ann's profile is older than marks
    const marks = db.collection<any>('contact_marks');
    const own = await marks.findOneAndDelete({ _id: ann.id });
    await migration.up(db as never);
    await migration.up(db as never);
    await marks.insertOne(own);
    await completeBooks(server.deps);
    await completeBooks(server.deps);
    expect(await ends()).toEqual(now);
    const left = (await db.listCollections().toArray()).map(({ name }) => name);
    expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(/offer_(bookings|quotas)/)]));
    expect(await booksNow()).toEqual(books);
    const taken = await ann.invite(dan, { proposedDate: server.inHours(51) });
    expect(taken.body.code).toBe('double_booked');
    await ann.invite(dan);
    // a restore of this version's data runs it again
    const kept = await dateBooks(server.deps.db).find().lean();
    await migration.up(db as never);
    expect(await dateBooks(server.deps.db).find().lean()).toEqual(kept);
    const counts = (await dateBooks(server.deps.db).find().lean()).map(({ sentAt }) => sentAt.length);
    expect(counts.filter(Boolean)).toEqual([3]);
  });
});
