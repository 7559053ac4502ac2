import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { offerPartners, offersSoFar } from './index';
import { enrol, introduce } from './testing/campus';

const clock = fixedClock('2026-03-02T12:00:00Z');

const server = useTestServer({ clock });

async function invite(from: TestStudent, to: TestStudent, hours = 100): Promise<string> {
  const proposedDate = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const body = { toUserId: to.id, proposedDate, location: 'Library', activity: 'Coffee' };
  return (await from.call('POST /offers', body)).body.id;
}
const answer = (who: TestStudent, offerId: string, action: string) =>
  who.call(`POST /offers/${offerId}/respond`, { offerId, action });

describe('people who are not suggested because of offers', () => {
  it('open and met - are found; a withdrawn offer excludes nobody', async () => {
    const ann = await enrol(server);
    const [open, met, withdrawn] = await Promise.all(
      Array.from({ length: 3 }, () => enrol(server, { gender: 'man' })),
    );
    await introduce(server, ann, open!, met!, withdrawn!);
    await answer(met!, await invite(ann, met!, 1), 'accept');
    clock.advanceSeconds(4 * 3600);
    await invite(ann, open!);
    await ann.call(`POST /offers/${await invite(ann, withdrawn!)}/withdraw`);
    expect(await offerPartners(server.deps, ann.id)).toEqual({
      open: new Set([open!.id]),
      met: new Map([[met!.id, expect.any(Date)]]),
    });
  });
});

describe('the data of all offers for a round', () => {
  it('while offers are sent and answered - counts those that wait, and names the pairs that must not meet', async () => {
    const ben = await enrol(server, { gender: 'man' });
    const women = await Promise.all(Array.from({ length: 5 }, () => enrol(server)));
    const ids: string[] = [];
    for (const woman of women) {
      clock.advanceSeconds(60);
      await introduce(server, woman, ben);
      ids.push(await invite(woman, ben));
    }
    const busy = await offersSoFar(server.deps);
    expect(busy.waiting.get(ben.id)).toBe(5);
    expect(busy.apart).toEqual(expect.arrayContaining(women.map(({ id }) => [id, ben.id])));
    await answer(ben, ids[0]!, 'decline');
    await answer(ben, ids[1]!, 'accept');
    clock.advanceSeconds(103 * 3_600);
    const later = await offersSoFar(server.deps);
    expect(later.waiting.get(ben.id)).toBeUndefined();
    expect(later.dates.get(women[1]!.id)?.count).toBe(1);
  });
});
