import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { calendarValue } from './calendar/testing/check-calendar';
import { offers } from './offers.resource';
import { enrol, pair } from './testing/campus';

const clock = fixedClock('2026-03-02T12:00:00Z');

const server = useTestServer({ clock });

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
const listed = async (who: TestStudent) => (await who.call('GET /offers')).body.items as any[];
async function agreed(from: TestStudent, to: TestStudent): Promise<string> {
  const body = {
    toUserId: to.id,
    proposedDate: inHours(50),
    location: 'Library',
    activity: 'Coffee',
    message: 'SECRET',
  };
  const offerId = (await from.call('POST /offers', body)).body.id as string;
  await to.call(`POST /offers/${offerId}/respond`, { offerId, action: 'accept', message: 'REPLY' });
  return offerId;
}
async function erase(who: TestStudent): Promise<void> {
  await offers.eraseUser!(who.id, server.deps);
  await server.deps.db.collection<{ _id: string }>('profiles').deleteOne({ _id: who.id });
}

describe('a deleted account', () => {
  it('with an agreed date - leaves the other a called-off date with a deleted student, and a calendar file that cancels it', async () => {
    const [ann, ben] = await pair(server);
    const offerId = await agreed(ann, ben);
    await erase(ann);
    await erase(ann);
    const [offer] = await listed(ben);
    expect(offer).toMatchObject({
      fromUserId: null,
      fromUser: { id: null, name: 'deleted student', age: null },
      toUserId: ben.id,
      status: 'accepted',
      cancelledBy: 'sender',
      reply: 'REPLY',
      can: { cancel: false },
    });
    expect(offer.message).toBeUndefined();
    const { ics } = (await ben.call(`GET /offers/${offerId}/calendar`)).body;
    expect(calendarValue(ics, 'STATUS')).toBe('CANCELLED');
    const names = ['offer_threads', 'date_books'];
    const stored = await Promise.all(names.map((name) => server.deps.db.collection(name).find().toArray()));
    expect(JSON.stringify(stored)).not.toContain(ann.id);
    expect(JSON.stringify(stored)).not.toContain('SECRET');
    expect((await agreed(await enrol(server), ben)).length).toBe(24);
  });

  it('of both people - leaves no thread at all', async () => {
    const [ann, ben] = await pair(server);
    const offerId = await agreed(ann, ben);
    await erase(ann);
    await erase(ben);
    const threads = server.deps.db.collection('offer_threads');
    expect(await threads.countDocuments({ roundIds: offerId })).toBe(0);
  });
});
