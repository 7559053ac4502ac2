import { startTestServer } from '@flint/testing';
import { wholeAgreements } from '../../operations/migrations/2026-11-22-whole-agreements';
import { pair } from './testing/campus';

const DAY_MS = 86_400_000;

describe('bookings of the previous version', () => {
  it('of a failed attempt - are removed; those of agreed dates stay, and can be migrated back', async () => {
    await using server = await startTestServer();
    const [ann, ben] = await pair(server);
    const start = new Date(Date.now() + 3 * DAY_MS);
    const offer = {
      toUserId: ben.id,
      proposedDate: start.toISOString(),
      location: 'Library',
      activity: 'Coffee',
    };
    const { id } = (await ann.call('POST /offers', offer)).body as { id: string };
    await ben.call(`POST /offers/${id}/respond`, { offerId: id, action: 'accept' });
    const bookings = server.deps.db.collection<any>('offer_bookings');
    const date = (await bookings.findOne({ _id: ann.id })).dates[0];
    const older = (offerId: string, bookedAt: Date) => ({ ...date, offerId, attempt: 'one', bookedAt });
    const long = new Date(Date.now() - DAY_MS);
    const now = new Date();
    await bookings.updateOne(
      { _id: ann.id },
      { $set: { dates: [older(id, long), older('died', long), older('under way', now)] } },
    );
    const db = server.deps.db.db!;
    await wholeAgreements.up(db as never);
    await wholeAgreements.up(db as never);
    expect((await bookings.findOne({ _id: ann.id })).dates).toEqual([date, older('under way', now)]);
    await wholeAgreements.down(db as never);
    // the fields that the previous version reads
    for (const each of (await bookings.findOne({ _id: ben.id })).dates)
      expect(each).toEqual({ ...date, attempt: id, bookedAt: expect.any(Date) });
  });
});
