import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { attention, isOverAsked, offerPartners } from './index';
import { enrol, pair } from './testing/campus';

const clock = fixedClock('2026-03-02T12:00:00Z');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server[Symbol.asyncDispose]());

async function invite(from: TestStudent, to: TestStudent, hours = 100): Promise<string> {
  const proposedDate = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const body = { toUserId: to.id, proposedDate, location: 'Library', activity: 'Coffee' };
  return (await from.call('POST /offers', body)).body.id;
}
const answer = (who: TestStudent, offerId: string, action: string) =>
  who.call(`POST /offers/${offerId}/respond`, { offerId, action });

describe('whom offers keep from being suggested', () => {
  it('open, declined and met - are told from both sides; a withdrawn offer keeps nobody away', async () => {
    const ann = await enrol(server);
    const [open, declined, met, withdrawn] = await Promise.all(
      Array.from({ length: 4 }, () => enrol(server, { gender: 'man' })),
    );
    await answer(met!, await invite(ann, met!, 1), 'accept');
    clock.advanceSeconds(4 * 3600);
    await invite(ann, open!);
    await answer(declined!, await invite(ann, declined!), 'decline');
    await ann.call(`POST /offers/${await invite(ann, withdrawn!)}/withdraw`);
    expect(await offerPartners(server.deps, ann.id)).toEqual({
      open: new Set([open!.id]),
      declined: new Set([declined!.id]),
      met: new Set([met!.id]),
    });
    expect((await offerPartners(server.deps, declined!.id)).declined).toEqual(new Set([ann.id]));
    clock.advanceSeconds(91 * 86_400);
    expect((await offerPartners(server.deps, ann.id)).declined).toEqual(new Set());
  });
});

describe('attention', () => {
  it('as offers come and are answered - counts what waits, and keeps when the last came', async () => {
    const ben = await enrol(server, { gender: 'man' });
    expect((await attention(server.deps)).get(ben.id)).toBeUndefined();
    const women = await Promise.all(Array.from({ length: 5 }, () => enrol(server)));
    const ids: string[] = [];
    for (const woman of women) {
      clock.advanceSeconds(60);
      ids.push(await invite(woman, ben));
    }
    const busy = (await attention(server.deps)).get(ben.id)!;
    expect(busy).toEqual({ unanswered: 5, lastAskedAt: clock.now() });
    expect(isOverAsked(busy)).toBe(true);
    clock.advanceSeconds(60);
    await answer(ben, ids[0]!, 'decline');
    const [ann] = await pair(server);
    const later = (await attention(server.deps)).get(ben.id)!;
    expect(later.unanswered).toBe(4);
    expect(isOverAsked(later)).toBe(false);
    expect((await attention(server.deps)).get(ann.id)).toBeUndefined();
    await invite(women[0]!, await enrol(server, { gender: 'man' }));
    await attention(server.deps);
    expect((await ben.call('DELETE /account')).status).toBe(204);
    expect((await attention(server.deps)).get(ben.id)).toBeUndefined();
  });
});
