import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { pair } from '../offers/testing/campus';
import { jpeg, send } from '../photos/testing/uploads';

const clock = fixedClock('2027-03-02T12:00:00Z');

const server = useTestServer({ clock });

async function withPhoto(who: TestStudent): Promise<void> {
  expect((await send(server, who, await jpeg(60, 80))).status).toBe(200);
}

type Stage = (ann: TestStudent, ben: TestStudent) => Promise<string[]>;

const offered = async (ann: TestStudent, ben: TestStudent): Promise<string> =>
  (await ann.invite(ben)).body.id;

/** Each relation between two students. Returns their offers. */
const STAGES: Readonly<Record<string, Stage>> = {
  'before any offer': async () => [],
  'an offer waits': async (ann, ben) => [await offered(ann, ben)],
  'another time was proposed': async (ann, ben) => {
    const id = await offered(ann, ben);
    const { body } = await ben.respond(id, 'reschedule', {
      rescheduleData: { proposedDate: server.inHours(50) },
    });
    const counter = (await ann.call('GET /offers')).body.items.find(({ counterOf }: any) => counterOf === id);
    expect(body.status).toBe('rescheduled');
    return [id, counter.id];
  },
  'a date is agreed': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ben.respond(id, 'accept')).status).toBe(200);
    return [id];
  },
  'the offer was declined': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ben.respond(id, 'decline')).status).toBe(200);
    return [id];
  },
  'the offer was taken back': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ann.call(`POST /offers/${id}/withdraw`)).status).toBe(200);
    return [id];
  },
  'the date was called off': async (ann, ben) => {
    const id = await offered(ann, ben);
    await ben.respond(id, 'accept');
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(200);
    return [id];
  },
  'the date took place': async (ann, ben) => {
    const id = await offered(ann, ben);
    await ben.respond(id, 'accept');
    clock.advanceSeconds(40 * 3600);
    return [id];
  },
};

/** Everything one student can read, as text. */
async function visibleTo(who: TestStudent, offers: readonly string[]): Promise<string> {
  const paths = ['/matches', '/offers', ...offers.map((id) => `/offers/${id}/calendar`)];
  const answers = await Promise.all(paths.map((path) => who.call(`GET ${path}`)));
  return JSON.stringify(answers.map(({ body }) => body));
}

/** Where one student currently sees the other's picture. */
async function photoAddress(who: TestStudent, of: TestStudent): Promise<string | null> {
  const [matches, offers] = await Promise.all([who.call('GET /matches'), who.call('GET /offers')]);
  const people = [
    ...matches.body.items.map(({ userId, photoUrl }: any) => ({ id: userId, photoUrl })),
    ...offers.body.items.flatMap(({ fromUser, toUser }: any) => [fromUser, toUser]),
  ];
  const address: string | null = people.find(({ id }) => id === of.id)?.photoUrl ?? null;
  if (address) expect((await fetch(server.url + address)).status).toBe(200);
  return address;
}

const mailsTo = async (who: TestStudent) => (await server.mailsTo(who)).length;

describe.each(Object.keys(STAGES))('a block when %s', (stage) => {
  it('by either of the two - hides the other everywhere, and does not notify them', async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const two = await pair(server);
      const [blocker, blocked] = [two[first], two[second]];
      await Promise.all(two.map(withPhoto));
      const offers = await STAGES[stage]!(two[0], two[1]);
      const addresses = [await photoAddress(blocked, blocker), await photoAddress(blocker, blocked)];
      expect(addresses.every(Boolean) || offers.length > 0).toBe(true);
      const mailed = await mailsTo(blocked);

      expect((await blocker.call('POST /blocks', { userId: blocked.id })).status).toBe(201);

      for (const [who, other] of [
        [blocker, blocked],
        [blocked, blocker],
      ] as const) {
        const seen = await visibleTo(who, offers);
        expect(seen).not.toContain(other.id);
        expect(seen).not.toContain('Library café');
        expect((await who.call('GET /offers')).body.items).toEqual([]);
        expect((await who.invite(other)).body.code).toBe('not_a_match');
        for (const id of offers) {
          expect((await who.respond(id, 'accept')).status).toBe(404);
          expect((await who.respond(id, 'decline')).status).toBe(404);
          expect((await who.call(`POST /offers/${id}/withdraw`)).status).toBe(404);
          expect((await who.call(`POST /offers/${id}/cancel`)).status).toBe(404);
          expect((await who.call(`GET /offers/${id}/calendar`)).status).toBe(404);
        }
      }
      for (const address of addresses)
        if (address) expect((await fetch(server.url + address)).status).toBe(404);
      expect((await blocked.call('GET /blocks')).body.items).toEqual([]);
      expect(await mailsTo(blocked)).toBe(mailed);
      for (const who of two) await who.call('DELETE /account');
    }
  });
});
