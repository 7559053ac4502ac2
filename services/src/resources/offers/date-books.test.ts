import { useTestServer } from '@flint/testing';
import { dateBooks as migration } from '../../operations/migrations/2026-11-24-date-books';
import { dateBooks } from '../date-books/index';
import { completeBooks } from './date-book';
import { enrol, introduce, pair } from './testing/campus';

const server = useTestServer();

describe('offers of the previous version', () => {
  it('migrated up twice and down - keep agreed times, the day’s count, and when each ends by itself', async () => {
    const [ann, ben] = await pair(server);
    const cem = await enrol(server, { name: 'Cem', gender: 'man' });
    await introduce(server, ann, cem);
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
    const dee = await enrol(server, { name: 'Dee', gender: 'man' });
    await introduce(server, ann, dee);
    const taken = await ann.invite(dee, { proposedDate: server.inHours(51) });
    expect(taken.body.code).toBe('double_booked');
    await ann.invite(dee);
    // a restore of this version's data runs it again
    const kept = await dateBooks(server.deps.db).find().lean();
    await migration.up(db as never);
    expect(await dateBooks(server.deps.db).find().lean()).toEqual(kept);
    const counts = (await dateBooks(server.deps.db).find().lean()).map(({ sentAt }) => sentAt.length);
    expect(counts.filter(Boolean)).toEqual([3]);
  });
});
