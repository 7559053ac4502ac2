import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { pair } from './testing/campus';

const clock = fixedClock('2026-03-02T12:00:00.000Z');
const server = useTestServer({ clock });

const offerTo = (ann: TestStudent, ben: TestStudent) =>
  ann.call('POST /offers', {
    toUserId: ben.id,
    proposedDate: new Date(clock.now().getTime() + 3 * 86_400_000).toISOString(),
    location: 'Library café',
    activity: 'Coffee',
  });

/** Round trips to the database before one of two simultaneous requests. */
async function headStart(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await server.deps.db.db!.command({ ping: 1 });
}

describe('an offer and a block at the same time', () => {
  it('in either order - leave no open offer, refuse the next one, and an unblock restores nothing', async () => {
    for (let late = 0; late < 16; late++) {
      const [ann, ben] = await pair(server);
      const [sent, blocked] = await Promise.all([
        offerTo(ann, ben),
        headStart(late).then(() => ben.call('POST /blocks', { userId: ann.id })),
      ]);
      const again = await offerTo(ann, ben);
      await ben.call(`DELETE /blocks/${ann.id}`);
      const { body } = await ben.call('GET /offers');
      const open = body.items.filter(({ status, cancelledAt }: any) => status === 'pending' && !cancelledAt);
      expect([late, blocked.status, again.body.code, open]).toEqual([late, 201, 'not_a_match', []]);
      expect([201, 403]).toContain(sent.status);
    }
  });
});
