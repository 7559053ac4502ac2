import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { pair } from './testing/campus';

/** A Monday, noon in Toronto. */
const clock = fixedClock('2026-03-02T17:00:00.000Z');
/** Thursday at 6 PM. */
const THURSDAY = '2026-03-05T23:00:00.000Z';
/** Thursday at 10 PM: the café is closed. */
const LATE = '2026-03-06T03:00:00.000Z';
const CAFE = {
  id: 'cafe',
  name: 'Café Nine',
  kind: 'off_campus_cafe',
  address: '9 Elm Street',
  lat: 43.6,
  lon: -79.4,
  hours: 'Mo-Fr 08:00-21:00',
};
const WORDS = 'Café Nine, 9 Elm Street';

let folder: string;
let file: string;
let server: TestServer;
let changes = 0;

async function keep(...places: object[]) {
  await writeFile(file, JSON.stringify(places));
  changes += 10;
  await utimes(file, 1_700_000_000, 1_700_000_000 + changes);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offered-place-'));
  file = path.join(folder, 'places.json');
  await keep(CAFE);
  server = await startTestServer({ clock, env: { PLACES_FILE: file } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => keep(CAFE));

const offer = (from: TestStudent, to: TestStudent, more: object = {}) =>
  from.call('POST /offers', {
    toUserId: to.id,
    proposedDate: THURSDAY,
    location: WORDS,
    activity: 'Coffee',
    placeId: 'cafe',
    ...more,
  });
/** The last offer of a student's only thread. */
const listed = async (who: TestStudent) =>
  (await who.call('GET /offers')).body.items.find((each: any) => each.counterOffer === null);
const respond = (who: TestStudent, offerId: string, action: string, more: object = {}) =>
  who.call(`POST /offers/${offerId}/respond`, { offerId, action, ...more });

describe('an offer at a place of the list', () => {
  it('open then - has the specified fields and names the place to both', async () => {
    const [ann, ben] = await pair(server);
    const { status, body } = await offer(ann, ben);
    expect(status).toBe(201);
    expect(body).toMatchObject({ location: WORDS, activity: 'Coffee', placeId: 'cafe' });
    expect(await listed(ben)).toMatchObject({ placeId: 'cafe' });
    expect(await listed(ben)).not.toHaveProperty('placeTrouble');
  });

  it('open then - is named in the mail of the offer', async () => {
    const [ann, ben] = await pair(server);
    await offer(ann, ben);
    const [mail] = await server.mailsTo(ben);
    expect(mail!.text).toContain(`EST\n${WORDS}\n`);
    expect(mail!.text).not.toContain('Coffee');
  });

  it.each([
    ['a forged id', { placeId: 'my-flat' }, 409, 'place_unavailable'],
    ['an id that runs', { placeId: '../cafe' }, 400, 'validation_failed'],
    ['an hour at which it is closed', { proposedDate: LATE }, 409, 'place_unavailable'],
    ['words of another place', { location: 'My flat, 9 Elm Street' }, 409, 'place_unavailable'],
  ])('with %s - is refused and stores nothing', async (_what, more, status, code) => {
    const [ann, ben] = await pair(server);
    const answer = await offer(ann, ben, more);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await listed(ann)).toBeUndefined();
  });

  it('the refusal of a place - is the same for a recipient who may not be invited', async () => {
    const [ann, , stranger] = [...(await pair(server)), await server.signIn()];
    const answer = await offer(ann, stranger, { placeId: 'my-flat' });
    expect(answer.body.code).toBe('place_unavailable');
  });

  it('removed from the list, or closed that day - is reported to both while the offer is open', async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await offer(ann, ben)).body;
    await keep({ ...CAFE, exceptions: '2026-03-05 off' });
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'closed' });
    await keep({ ...CAFE, id: 'other' });
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'removed' });
    await respond(ben, id, 'accept');
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'removed' });
    await ann.call(`POST /offers/${id}/cancel`);
    for (const each of [ann, ben]) expect(await listed(each)).not.toHaveProperty('placeTrouble');
  });
});

describe('another time', () => {
  it('without a place - retains the earlier one, and reports if it is closed then', async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await offer(ann, ben)).body;
    const answer = await respond(ben, id, 'reschedule', { rescheduleData: { proposedDate: LATE } });
    expect(answer.status).toBe(200);
    for (const each of [ann, ben])
      expect(await listed(each)).toMatchObject({ placeId: 'cafe', placeTrouble: 'closed', location: WORDS });
  });

  it('the same time, with another place - is accepted only while the offer’s place is gone or closed', async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await offer(ann, ben)).body;
    const bar = { ...CAFE, id: 'bar', name: 'Bar Ten' };
    const answer = (data: object) =>
      respond(ben, id, 'reschedule', { rescheduleData: { proposedDate: THURSDAY, ...data } });
    const toBar = { placeId: 'bar', location: 'Bar Ten, 9 Elm Street' };
    await keep(CAFE, bar);
    expect((await answer(toBar)).body.code).toBe('offer_time_invalid');
    await keep(bar);
    for (const kept of [{}, { location: 'The lake' }])
      expect((await answer(kept)).body.code).toBe('offer_time_invalid');
    expect((await answer({ placeId: 'cafe', location: WORDS })).body.code).toBe('place_unavailable');
    expect((await answer(toBar)).status).toBe(200);
    const counter = await listed(ann);
    expect(counter).toMatchObject({ proposedDate: THURSDAY, placeId: 'bar', counterOf: id });
    expect(counter).not.toHaveProperty('placeTrouble');
    expect((await respond(ann, counter.id, 'accept')).status).toBe(200);
  });

  it('with a place of the list - names it; with another text - names none; with a forged one - is refused', async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await offer(ann, ben, { placeId: undefined, location: 'The lake' })).body;
    const rescheduled = (data: object) =>
      respond(ben, id, 'reschedule', {
        rescheduleData: { proposedDate: '2026-03-06T22:00:00.000Z', ...data },
      });
    expect((await rescheduled({ placeId: 'cafe' })).body.code).toBe('place_unavailable');
    expect((await rescheduled({ placeId: 'none', location: WORDS })).body.code).toBe('place_unavailable');
    expect((await rescheduled({ placeId: 'cafe', location: WORDS })).status).toBe(200);
    const counter = await listed(ben);
    expect(counter).toMatchObject({ placeId: 'cafe' });
    await respond(ann, counter.id, 'reschedule', {
      rescheduleData: { proposedDate: LATE, location: 'The lake' },
    });
    expect(await listed(ann)).not.toHaveProperty('placeId');
  });
});
