import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, forgetMeetings, newRound, pair } from '../../src/resources/offers/testing/campus';
import { askRefusal } from '../../src/resources/photos/testing/refusal';
import { jpeg, show, upload } from '../../src/resources/photos/testing/uploads';

const NOON = '2027-03-02T17:00:00.000Z';
const DATE = '2027-03-05T17:00:00Z';
const AFTER = '2027-03-05T20:00:00Z';
const clock = fixedClock(NOON);
/** The viewer, and the owner of the album. */
let ann: TestStudent;
let ben: TestStudent;
/** The addresses of his large photos from her list. */
let listed: string[] = [];
const NEVER = `/storage/v1/photos/${'0'.repeat(32)}/large`;

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
let picture: Buffer;
beforeAll(async () => {
  picture = await jpeg(120, 160);
  await newRound(server);
});
/** Ann and Ben of the test before, as if they had never met, while she still sees his album; else new ones. */
async function begin(): Promise<void> {
  if (clock.now().toISOString() !== NOON) {
    clock.set(NOON);
    await newRound(server);
  }
  await forgetMeetings(server);
  if (listed.length > 0) listed = await albumOn(ann);
  if (listed.length === 2) return;
  [ann, ben] = await pair(server);
  const photos = [{ url: await upload(server, ben, picture) }, { url: await upload(server, ben, picture) }];
  await ben.call('POST /photos', { photos });
  listed = await albumOn(ann);
  expect(listed).toHaveLength(2);
}

/** His album on her current list. */
async function albumOn(viewer: TestStudent): Promise<string[]> {
  const { items } = (await viewer.call('GET /matches')).body;
  return items.find(({ userId }: { userId: string }) => userId === ben.id)?.photoUrls ?? [];
}

/** His photo in her current offers. */
async function photosInOffers(): Promise<string[]> {
  const { items } = (await ann.call('GET /offers')).body;
  return items.flatMap(({ toUser, fromUser }: any) =>
    [toUser, fromUser].flatMap(({ id, photo }) => (id === ben.id && photo ? [photo] : [])),
  );
}

async function offer(from = ann, to = ben): Promise<string> {
  const { status, body } = await from.invite(to, { proposedDate: DATE });
  expect(status).toBe(201);
  return body.id;
}
async function agree(): Promise<string> {
  const id = await offer();
  expect((await ben.respond(id, 'accept')).status).toBe(200);
  return id;
}

const pathOf = (address: string) => address.split('?')[0];
const statusesOf = (addresses: readonly string[]) =>
  Promise.all(addresses.map(async (address) => (await show(server, address)).status));

const refusalOf = (address: string) => askRefusal(server, address);

describe('who sees an album', () => {
  beforeEach(begin);

  it('its owner, whatever their list is, and a student with them on today’s list - see every photo at each of its addresses', async () => {
    expect(await statusesOf(listed)).toEqual([200, 200]);
    const { items } = (await ben.call('GET /photos')).body;
    // the primary one first, and large
    expect(listed.map(pathOf)).toEqual(items.map(({ url }: { url: string }) => `${url}/large`));
    const seen = (await ann.call('GET /matches')).body.items;
    expect(seen.find(({ userId }: { userId: string }) => userId === ben.id).photoUrl).toBe(listed[0]);
    await ben.call('PUT /safety/pause', { paused: true });
    const own: string[] = items.flatMap((each: any) => [each.displayUrl, each.thumbnailUrl]);
    expect(await statusesOf(own)).toEqual([200, 200, 200, 200]);
  });

  it('whom they asked, who asked them, who has a counter-proposal of theirs, and who agreed to a date - in the offers, and at an earlier address from the list - sees them, also in the next round', async () => {
    const expectSeen = async (addresses: readonly string[]) => {
      const photos = await photosInOffers();
      expect(new Set(photos.map(pathOf))).toEqual(new Set([pathOf(listed[0]!)]));
      expect(new Set(await statusesOf([...photos, ...addresses]))).toEqual(new Set([200]));
    };
    const his = await offer(ben, ann);
    expect(await albumOn(ann)).toEqual([]);
    await expectSeen(listed);
    await ben.call(`POST /offers/${his}/withdraw`);
    const hers = await offer();
    await expectSeen(listed);
    const rescheduleData = { proposedDate: '2027-03-06T17:00:00Z', location: 'x', activity: 'y' };
    const { counterOffer } = (await ben.respond(hers, 'reschedule', { rescheduleData })).body;
    await expectSeen(listed);
    clock.set('2027-03-03T17:00:00Z');
    await newRound(server);
    await expectSeen([]);
    expect((await ann.respond(counterOffer, 'accept')).status).toBe(200);
    await expectSeen([]);
  });

  const OVER: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['an offer they declined', async () => ben.respond(await offer(), 'decline')],
    [
      'an offer that was withdrawn',
      async () => {
        const id = await offer();
        await ann.call(`POST /offers/${id}/withdraw`);
        await ann.call(`POST /matches/${ben.id}/hide`);
      },
    ],
    [
      'a date that is over',
      async () => {
        await agree();
        expect(await statusesOf(listed)).toEqual([200, 200]);
        clock.set(AFTER);
        await newRound(server);
      },
    ],
  ];
  it.each(OVER)(
    '%s - no longer shows their photos, neither there nor at an earlier address',
    async (_, end) => {
      await end();
      expect(await photosInOffers()).toEqual([]);
      expect(await statusesOf(listed)).toEqual([404, 404]);
    },
  );

  const GONE: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['who blocked them', () => ann.call('POST /blocks', { userId: ben.id })],
    ['whose address they hide', () => ben.call('POST /safety/hidden-contacts', { emails: [ann.email] })],
    ["who said 'Not for me'", () => ann.call(`POST /matches/${ben.id}/hide`)],
    ['after they paused', () => ben.call('PUT /safety/pause', { paused: true })],
    ['who paused', () => ann.call('PUT /safety/pause', { paused: true })],
    [
      'after they removed a required answer',
      () => ben.call('PATCH /profile', { answers: { gender_identity: null } }),
    ],
    ['after they removed the photo', () => ben.call('POST /photos', { photos: [] })],
    ['after they left', () => ben.call('DELETE /account')],
    ['who left', () => ann.call('DELETE /account')],
    [
      'blocked by them, from the next round on',
      async () => {
        await ben.call('POST /blocks', { userId: ann.id });
        clock.set('2027-03-03T17:00:00Z');
        await newRound(server);
      },
    ],
    [
      'with the list of an earlier day',
      async () => {
        clock.set('2027-03-03T17:00:00Z');
        await newRound(server);
      },
    ],
  ];
  it.each(GONE)('%s - at an earlier address - gets the 404 of an unknown picture', async (_, happens) => {
    const guess = await refusalOf(NEVER);
    expect(guess).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await happens();
    for (const address of listed) expect(await refusalOf(address)).toEqual(guess);
  });
});

describe('an album that a student sees', () => {
  beforeAll(begin);

  it.each([
    ['somebody else', (address: string, other: string) => address.replace(/viewer=[^&]+/, `viewer=${other}`)],
    ['nobody', (address: string) => address.split('?')[0]!],
    ['another round', (address: string) => address.replace(/round=[^&]+/, 'round=2027-03-03.1')],
    ['an offer', (address: string) => address.replace(/round=[^&]+&/, '')],
    [
      'another picture',
      (address: string) =>
        address.replace(/photos\/(.)/, (_, first: string) => `photos/${first === '0' ? '1' : '0'}`),
    ],
    ['the other size', (address: string) => address.replace('/large', '/thumbnail')],
    ['another end', (address: string) => address.replace(/until=\d/, 'until=9')],
  ])('an address changed into one for %s - gives the same 404', async (_, forge) => {
    const [address] = listed;
    const forged = forge(address!, ben.id);
    expect(forged).not.toBe(address);
    expect(await refusalOf(forged)).toEqual(await refusalOf(NEVER));
  });

  it('a student who never had the owner on a list - gets no address, from lists or offers', async () => {
    const stranger = await enrol(server, { name: 'Stranger', gender: 'man', seeks: ['men'] });
    const url = await upload(server, stranger, picture);
    await stranger.call('POST /photos', { photos: [{ url }] });
    await offer();
    const answers = await Promise.all(
      ['GET /matches', 'GET /offers', 'GET /photos'].map((at) => ann.call(at)),
    );
    const told = JSON.stringify(answers.map(({ body }) => body));
    expect(told).toContain(`viewer=${ann.id}`);
    expect(told).not.toContain(url);
  });
});
