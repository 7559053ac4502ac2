import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { decodeList, encodeList, type ListEntry } from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { lists, type ListDocument } from '../matches/match.model';
import { bytesOf } from '../../infra/sealed-fields';
import { enrol, newRound, pair } from './testing/campus';

/** A Monday, noon in Toronto. */
const clock = fixedClock('2026-03-02T17:00:00.000Z');
const EVENING = Date.parse('2026-03-05T23:00:00.000Z');
const OTHER = Date.parse('2026-03-07T19:00:00.000Z');
const ACTIVITY = 'ideal_first_date:coffee_chat';
const PLAN = { at: EVENING, activity: ACTIVITY, placeId: 'common-ground' };
const COMMON = {
  id: 'common-ground',
  name: 'Common Ground',
  kind: 'campus_coffee',
  address: 'Student Centre, ground floor',
  lat: 43.6,
  lon: -79.4,
};
let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offered-plan-'));
  server = await startTestServer({ clock });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Changes every entry of the stored lists. */
async function rewrite(change: (entry: ListEntry) => ListEntry, { deps } = server): Promise<void> {
  for (const { _id, bytes } of await lists(deps.db).find().lean<ListDocument[]>()) {
    const place = `match_lists/${_id}`;
    const list = decodeList(cipherOf(deps).openBytes(bytesOf(bytes), place));
    const next = { ...list, shown: list.shown.map(change) };
    await lists(deps.db).updateOne(
      { _id },
      { $set: { bytes: cipherOf(deps).sealBytes(encodeList(next).bytes, place) } },
    );
  }
}

async function planned() {
  const [ann, ben] = await pair(server);
  await rewrite((entry) => ({
    ...entry,
    sharedTimes: [EVENING, OTHER],
    activities: [ACTIVITY],
    plans: [PLAN],
  }));
  return [ann, ben] as const;
}
const shown = async (who: TestStudent, other: TestStudent) =>
  (await who.call('GET /matches')).body.items.find(({ userId }: any) => userId === other.id);
const listed = async (who: TestStudent) =>
  (await who.call('GET /offers')).body.items.find((each: any) => each.counterOffer === null);
function send(from: TestStudent, to: TestStudent, plan: any, more: object = {}) {
  const { id, time, activity, location, placeId } = plan;
  return from.call('POST /offers', {
    toUserId: to.id,
    proposedDate: time,
    activity,
    location,
    placeId,
    planId: id,
    ...more,
  });
}

describe('a ready plan', () => {
  it('on the list - has an hour, an activity and a place in words; sent unchanged, both see why it fits', async () => {
    const [ann, ben] = await planned();
    const [plan] = (await shown(ann, ben)).plans;
    expect(plan).toEqual({
      id: `${EVENING}~${ACTIVITY}~common-ground`,
      time: new Date(EVENING).toISOString(),
      activity: 'Coffee and a conversation',
      placeId: 'common-ground',
      kind: 'campus_coffee',
      picture: null,
      place: 'Common Ground',
      location: 'Common Ground, Student Centre, ground floor',
    });
    const { status, body } = await send(ann, ben, plan);
    expect({ status, code: body.code }).toEqual({ status: 201, code: undefined });
    const others = [new Date(OTHER).toISOString()];
    expect(await listed(ben)).toMatchObject({ isPlan: true, sharedTimes: others, placeId: 'common-ground' });
  });

  it('in French - is sent in French', async () => {
    const [ann, ben] = await planned();
    const french = { 'accept-language': 'fr-CA' };
    const { items } = (await ann.call('GET /matches', undefined, french)).body;
    const [plan] = items.find(({ userId }: any) => userId === ben.id).plans;
    expect(plan.activity).not.toBe('Coffee and a conversation');
    expect((await send(ann, ben, plan)).status).toBe(201);
  });

  it.each([
    ['a forged name', { planId: `${EVENING}~${ACTIVITY}~the-commons` }],
    ['another hour', { proposedDate: new Date(OTHER).toISOString() }],
    ['another activity', { activity: 'A film' }],
    ['no place', { placeId: undefined }],
  ])('sent with %s - is refused, and nothing is stored', async (_what, more) => {
    const [ann, ben] = await planned();
    const answer = await send(ann, ben, (await shown(ann, ben)).plans[0], more);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'plan_changed' });
    expect(await listed(ben)).toBeUndefined();
  });

  it('for somebody who may not be invited - gets the same 403 as any offer', async () => {
    const [ann, ben] = await planned();
    const [plan] = (await shown(ann, ben)).plans;
    const stranger = await server.signIn();
    expect((await send(ann, stranger, plan)).body.code).toBe('not_a_match');
  });

  it('stale: its place gone, closed that day, or its hour past - is no longer shown', async () => {
    const [ann, ben] = await planned();
    const with_ = async (plan: object) => {
      await rewrite((entry) => ({ ...entry, plans: [{ ...PLAN, ...plan }] }));
      return (await shown(ann, ben)).plans;
    };
    expect(await with_({ placeId: 'long-gone' })).toEqual([]);
    expect(await with_({ at: Date.parse('2026-03-06T04:00:00.000Z') })).toEqual([]);
    expect(await with_({ at: clock.now().getTime() - 1 })).toEqual([]);
    expect(await with_({ activity: 'ideal_first_date:long_gone' })).toEqual([]);
    expect(await with_({})).toHaveLength(1);
  });

  it('shown, then its place removed from the list or closed that day - is refused when sent, and nothing is stored', async () => {
    const place = { ...COMMON, hours: 'Mo-Su 08:00-23:00' };
    const file = path.join(folder, 'places.json');
    let changes = 0;
    const keep = async (...items: object[]) => {
      await writeFile(file, JSON.stringify(items));
      await utimes(file, 1_700_000_000, 1_700_000_000 + (changes += 10));
    };
    await keep(place);
    await using campus = await startTestServer({ clock, env: { PLACES_FILE: file } });
    const [ann, ben] = await pair(campus);
    await rewrite(
      (entry) => ({ ...entry, sharedTimes: [EVENING], activities: [ACTIVITY], plans: [PLAN] }),
      campus,
    );
    const [plan] = (await shown(ann, ben)).plans;
    for (const later of [
      { ...place, id: 'other' },
      { ...place, exceptions: '2026-03-05 off' },
    ]) {
      await keep(later);
      const { status, body } = await send(ann, ben, plan);
      expect([status, body.code]).toEqual([409, 'place_unavailable']);
    }
    expect(await listed(ben)).toBeUndefined();
    await keep(place);
    expect((await send(ann, ben, plan)).status).toBe(201);
  });

  it('a list without plans, of an older version - is shown, and offers can be sent', async () => {
    const [ann, ben] = await pair(server);
    await rewrite((entry) => {
      const { id, account, band, reasons, sharedTimes, activities } = entry;
      return { id, account, band, reasons, sharedTimes, activities };
    });
    expect((await shown(ann, ben)).plans).toEqual([]);
    const body = { toUserId: ben.id, proposedDate: new Date(EVENING), location: 'Here', activity: 'Tea' };
    expect((await ann.call('POST /offers', body)).status).toBe(201);
    expect(await listed(ben)).not.toHaveProperty('isPlan');
  });
});

describe('the shared hours of an offer', () => {
  it('are stored without the proposed one until the offer is answered, then deleted', async () => {
    const [ann, ben] = await planned();
    const { id } = (await send(ann, ben, (await shown(ann, ben)).plans[0])).body;
    const respond = (who: TestStudent, offerId: string, action: string, more: object = {}) =>
      who.call(`POST /offers/${offerId}/respond`, { offerId, action, ...more });
    const proposedDate = new Date(OTHER).toISOString();
    expect((await respond(ben, id, 'reschedule', { rescheduleData: { proposedDate } })).status).toBe(200);
    const counter = await listed(ann);
    expect(counter.sharedTimes).toEqual([new Date(EVENING).toISOString()]);
    expect(counter).not.toHaveProperty('isPlan');
    expect((await respond(ann, counter.id, 'accept')).status).toBe(200);
    for (const each of [ann, ben]) expect(await listed(each)).not.toHaveProperty('sharedTimes');
    const stored = await server.deps.db.collection('offer_threads').findOne({ roundIds: id });
    expect(stored!.rounds.map(({ sharedTimes }: any) => sharedTimes)).toEqual([[], []]);
  });
});

describe('what plans reveal', () => {
  it('in a real round - use only the hours and activities of the same card', async () => {
    await enrol(server, { name: 'Cleo' });
    await newRound(server);
    const ann = await enrol(server, { name: 'Dana' });
    const { items } = (await ann.call('GET /matches')).body;
    for (const { plans, sharedTimes, suggestedActivities } of items)
      for (const { time, activity } of plans) {
        expect(sharedTimes).toContain(time);
        expect(suggestedActivities.map((each: any) => each.activity)).toContain(activity);
      }
    expect(items.every(({ plans }: any) => Array.isArray(plans))).toBe(true);
  });
});
