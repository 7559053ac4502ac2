import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import sharp from 'sharp';
import { pair } from '../offers/testing/campus';

const clock = fixedClock('2027-03-02T12:00:00Z');
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();

const server = useTestServer({ clock });

async function withPhoto(who: TestStudent): Promise<void> {
  const bytes = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer();
  const { body } = await who.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' });
  const put = await fetch(server.url + body.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
  expect(put.status).toBe(201);
  expect((await who.call('POST /photos', { photos: [{ url: body.url }] })).status).toBe(200);
}

const offering = { proposedDate: inHours(30), location: 'Library café', activity: 'Coffee' };
const answer = (who: TestStudent, offerId: string, action: string, more: object = {}) =>
  who.call(`POST /offers/${offerId}/respond`, { offerId, action, ...more });

type Stage = (ann: TestStudent, ben: TestStudent) => Promise<string[]>;

async function offered(ann: TestStudent, ben: TestStudent): Promise<string> {
  const { body } = await ann.call('POST /offers', {
    ...offering,
    proposedDate: inHours(30),
    toUserId: ben.id,
  });
  return body.id as string;
}

/** Each relation between two students. Returns their offers. */
const STAGES: Readonly<Record<string, Stage>> = {
  'before any offer': async () => [],
  'an offer waits': async (ann, ben) => [await offered(ann, ben)],
  'another time was proposed': async (ann, ben) => {
    const id = await offered(ann, ben);
    const { body } = await answer(ben, id, 'reschedule', { rescheduleData: { proposedDate: inHours(50) } });
    const counter = (await ann.call('GET /offers')).body.items.find(({ counterOf }: any) => counterOf === id);
    expect(body.status).toBe('rescheduled');
    return [id, counter.id];
  },
  'a date is agreed': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await answer(ben, id, 'accept')).status).toBe(200);
    return [id];
  },
  'the offer was declined': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await answer(ben, id, 'decline')).status).toBe(200);
    return [id];
  },
  'the offer was taken back': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ann.call(`POST /offers/${id}/withdraw`)).status).toBe(200);
    return [id];
  },
  'the date was called off': async (ann, ben) => {
    const id = await offered(ann, ben);
    await answer(ben, id, 'accept');
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(200);
    return [id];
  },
  'the date took place': async (ann, ben) => {
    const id = await offered(ann, ben);
    await answer(ben, id, 'accept');
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

async function mailsTo(who: TestStudent): Promise<number> {
  const answer = await fetch(`${server.url}/outbox.json?to=${who.email}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

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
        expect(seen).not.toContain(offering.location);
        expect((await who.call('GET /offers')).body.items).toEqual([]);
        const again = { ...offering, proposedDate: inHours(30), toUserId: other.id };
        expect((await who.call('POST /offers', again)).body.code).toBe('not_a_match');
        for (const id of offers) {
          expect((await answer(who, id, 'accept')).status).toBe(404);
          expect((await answer(who, id, 'decline')).status).toBe(404);
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
