import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { pair } from './testing/campus';

const clock = fixedClock('2026-03-02T12:00:00.000Z');
const server = useTestServer({ clock });

describe('database commands', () => {
  it('a list takes 4, an offer 6, one more each if the list is short; accepting it takes 7, notices included', async () => {
    const [ann, ben] = await pair(server);
    for (const student of [ann, ben]) await student.call('GET /matches');
    clock.advanceSeconds(2 * 3600); // the lists of the previous round no longer count
    expect(server.commandsOf('GET /matches')).toHaveLength(5); // the list is short
    const proposedDate = new Date(clock.now().getTime() + 3 * 86_400_000).toISOString();
    const proposal = { toUserId: ben.id, proposedDate, location: 'Library café', activity: 'Coffee' };
    const { body: offer } = await ann.call('POST /offers', proposal);
    const accepted = { offerId: offer.id, action: 'accept' };
    expect((await ben.call(`POST /offers/${offer.id}/respond`, accepted)).status).toBe(200);

    const sent = server.commandsOf('POST /offers');
    expect(sent).toContain('insert offer_threads');
    // one is for later joiners, because the list is short
    expect(sent).toHaveLength(7);
    const answered = server.commandsOf('POST /offers/{id}/respond');
    expect(answered).toContain('update offer_threads');
    expect(answered).toHaveLength(7);
  });
});
