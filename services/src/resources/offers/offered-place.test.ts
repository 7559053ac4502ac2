// Longer than 300 lines: places of offers, other times and ready plans, on one campus and one clock.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { cipherOf } from '../../infra/field-cipher';
import { bytesOf } from '../../infra/sealed-fields';
import { decodeList, encodeList, type ListEntry } from '../../matching/round/index';
import { lists, type ListDocument } from '../matches/match.model';
import { CAFE } from '../places/testing/cafe';
import { sendReminders } from './reminders';
import { agree, useCast } from './testing/campus';

/** A Monday, noon in Toronto. */
const clock = fixedClock('2026-03-02T17:00:00.000Z');
/** Thursday at 6 PM. */
const THURSDAY = '2026-03-05T23:00:00.000Z';
/** Thursday at 10 PM: the café is closed. */
const LATE = '2026-03-06T03:00:00.000Z';
const WORDS = 'Café Nine, 9 Elm Street';
const COMMON = {
  id: 'common-ground',
  name: 'Common Ground',
  kind: 'campus_coffee',
  address: 'Student Centre, ground floor',
  lat: 43.6,
  lon: -79.4,
  hours: 'Mo-Su 08:00-23:00',
  picture: 'common.png',
};

const folder = mkdtempSync(path.join(tmpdir(), 'offered-place-'));
const file = path.join(folder, 'places.json');
let changes = 0;

function keep(...places: object[]) {
  writeFileSync(file, JSON.stringify(places));
  changes += 10;
  utimesSync(file, 1_700_000_000, 1_700_000_000 + changes);
}
keep(CAFE, COMMON);

const server = useTestServer({ clock, env: { PLACES_FILE: file, IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);
let stranger: TestStudent;
beforeAll(async () => (stranger = await server.signIn()));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => keep(CAFE, COMMON));

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

describe('an offer at a place of the list', () => {
  it('open then - has the specified fields, names the place to both, and in the mail', async () => {
    const { ann, ben } = cast;
    const { status, body } = await offer(ann, ben);
    expect(status).toBe(201);
    expect(body).toMatchObject({ location: WORDS, activity: 'Coffee', placeId: 'cafe' });
    const seen = await listed(ben);
    expect(seen).toMatchObject({ placeId: 'cafe' });
    expect(seen).not.toHaveProperty('placeTrouble');
    const [mail] = await server.mailsTo(ben);
    expect(mail!.text).toContain(`EST\n${WORDS}\n`);
    expect(mail!.text).not.toContain('Coffee');
  });

  it('with a forged id, at an hour at which it is closed, or with words of another place - is refused and stores nothing, and is the same for a recipient who may not be invited', async () => {
    const { ann, ben } = cast;
    for (const [more, status, code] of [
      [{ placeId: 'my-flat' }, 409, 'place_unavailable'],
      [{ placeId: '../cafe' }, 400, 'validation_failed'],
      [{ proposedDate: LATE }, 409, 'place_unavailable'],
      [{ location: 'My flat, 9 Elm Street' }, 409, 'place_unavailable'],
    ] as const)
      for (const to of [ben, stranger]) {
        const answer = await offer(ann, to, more);
        expect({ more, status: answer.status, code: answer.body.code }).toEqual({ more, status, code });
      }
    expect(await listed(ann)).toBeUndefined();
  });

  it('removed from the list, or closed that day - is reported to both while the offer is open', async () => {
    const { ann, ben } = cast;
    const { id } = (await offer(ann, ben)).body;
    keep({ ...CAFE, exceptions: '2026-03-05 off' });
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'closed' });
    keep({ ...CAFE, id: 'other' });
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'removed' });
    await ben.respond(id, 'accept');
    for (const each of [ann, ben]) expect(await listed(each)).toMatchObject({ placeTrouble: 'removed' });
    await ann.call(`POST /offers/${id}/cancel`);
    for (const each of [ann, ben]) expect(await listed(each)).not.toHaveProperty('placeTrouble');
  });

  it('removed from the list, or closed that day - is reported in every mail that sends somebody there, in the reader’s language', async () => {
    const { ann, cem } = cast;
    const start = clock.now();
    const { id } = (await offer(ann, cem)).body;
    await cem.call('GET /offers/mail', undefined, { 'accept-language': 'fr-CA' });
    const remind = async (at: string) => {
      clock.set(at);
      await sendReminders(server.deps);
    };
    const last = async (who: TestStudent) => (await server.mailsTo(who)).at(-1)!;
    keep({ ...CAFE, exceptions: '2026-03-05 off' });
    await remind('2026-03-04T14:00:00Z');
    expect((await last(cem)).text).toContain(`\n${WORDS}\nCe lieu est fermé à ce moment-là\n`);
    await cem.respond(id, 'accept');
    expect((await last(ann)).html).toContain(`${WORDS}<br>This place is closed at that time<`);
    keep({ ...CAFE, id: 'other' });
    await remind('2026-03-04T23:00:00Z');
    expect((await last(cem)).text).toContain(`\n${WORDS}\nCe lieu n’est plus sur la liste de l’université\n`);
    keep(CAFE);
    await remind('2026-03-05T21:00:00Z');
    expect((await last(ann)).subject).toBe('Your date is in two hours');
    expect((await last(ann)).text).not.toContain('This place');
    keep({ ...CAFE, id: 'other' });
    await ann.call(`POST /offers/${id}/cancel`);
    expect((await last(cem)).text).not.toContain('lieu');
    clock.set(start);
  });
});

describe('another time', () => {
  it('without a place - retains the earlier one, and reports if it is closed then', async () => {
    const { ann, ben } = cast;
    const { id } = (await offer(ann, ben)).body;
    const answer = await ben.respond(id, 'reschedule', { rescheduleData: { proposedDate: LATE } });
    expect(answer.status).toBe(200);
    for (const each of [ann, ben])
      expect(await listed(each)).toMatchObject({ placeId: 'cafe', placeTrouble: 'closed', location: WORDS });
  });

  it('the same time, with another place - is accepted only while the offer’s place is gone or closed', async () => {
    const { ann, ben } = cast;
    const { id } = (await offer(ann, ben)).body;
    const bar = { ...CAFE, id: 'bar', name: 'Bar Ten' };
    const answer = (data: object) =>
      ben.respond(id, 'reschedule', { rescheduleData: { proposedDate: THURSDAY, ...data } });
    const toBar = { placeId: 'bar', location: 'Bar Ten, 9 Elm Street' };
    keep(CAFE, bar);
    expect((await answer(toBar)).body.code).toBe('offer_time_invalid');
    keep(bar);
    for (const kept of [{}, { location: 'The lake' }])
      expect((await answer(kept)).body.code).toBe('offer_time_invalid');
    expect((await answer({ placeId: 'cafe', location: WORDS })).body.code).toBe('place_unavailable');
    expect((await answer(toBar)).status).toBe(200);
    const counter = await listed(ann);
    expect(counter).toMatchObject({ proposedDate: THURSDAY, placeId: 'bar', counterOf: id });
    expect(counter).not.toHaveProperty('placeTrouble');
    expect((await ann.respond(counter.id, 'accept')).status).toBe(200);
  });

  it('with a place of the list - names it; with another text - names none; with a forged one - is refused', async () => {
    const { ann, ben } = cast;
    const { id } = (await offer(ann, ben, { placeId: undefined, location: 'The lake' })).body;
    const rescheduled = (data: object) =>
      ben.respond(id, 'reschedule', {
        rescheduleData: { proposedDate: '2026-03-06T22:00:00.000Z', ...data },
      });
    expect((await rescheduled({ placeId: 'cafe' })).body.code).toBe('place_unavailable');
    expect((await rescheduled({ placeId: 'none', location: WORDS })).body.code).toBe('place_unavailable');
    expect((await rescheduled({ placeId: 'cafe', location: WORDS })).status).toBe(200);
    const counter = await listed(ben);
    expect(counter).toMatchObject({ placeId: 'cafe' });
    await ann.respond(counter.id, 'reschedule', {
      rescheduleData: { proposedDate: LATE, location: 'The lake' },
    });
    expect(await listed(ann)).not.toHaveProperty('placeId');
  });
});

const EVENING = Date.parse(THURSDAY);
const OTHER = Date.parse('2026-03-07T19:00:00.000Z');
const ACTIVITY = 'ideal_first_date:coffee_chat';
const PLAN = { at: EVENING, activity: ACTIVITY, placeId: 'common-ground' };
/** Changes every entry of the stored lists. */
async function rewrite(change: (entry: ListEntry) => ListEntry): Promise<void> {
  const { deps } = server;
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
  const { ann, ben } = cast;
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
      picture: '/storage/v1/places/common.png',
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

  it('sent with a forged name, another hour or activity, or no place - is refused, and nothing is stored; to somebody who may not be invited - gets the same 403 as any offer', async () => {
    const [ann, ben] = await planned();
    const [plan] = (await shown(ann, ben)).plans;
    for (const more of [
      { planId: `${EVENING}~${ACTIVITY}~the-commons` },
      { proposedDate: new Date(OTHER).toISOString() },
      { activity: 'A film' },
      { placeId: undefined },
    ]) {
      const { status, body } = await send(ann, ben, plan, more);
      expect({ more, status, code: body.code }).toEqual({ more, status: 409, code: 'plan_changed' });
    }
    expect(await listed(ben)).toBeUndefined();
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
    const [ann, ben] = await planned();
    const [plan] = (await shown(ann, ben)).plans;
    for (const later of [
      { ...COMMON, id: 'other' },
      { ...COMMON, exceptions: '2026-03-05 off' },
    ]) {
      keep(later);
      const { status, body } = await send(ann, ben, plan);
      expect([status, body.code]).toEqual([409, 'place_unavailable']);
    }
    expect(await listed(ben)).toBeUndefined();
    keep(COMMON);
    expect((await send(ann, ben, plan)).status).toBe(201);
  });

  it('a list without plans, of an older version - is shown, and offers can be sent', async () => {
    const { ann, ben } = cast;
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
  it('are shown without the proposed one and those that have passed until the offer is answered, then deleted', async () => {
    const [ann, ben] = await planned();
    const { id } = (await send(ann, ben, (await shown(ann, ben)).plans[0])).body;
    const proposedDate = new Date(OTHER).toISOString();
    expect((await ben.respond(id, 'reschedule', { rescheduleData: { proposedDate } })).status).toBe(200);
    const counter = await listed(ann);
    expect(counter.sharedTimes).toEqual([new Date(EVENING).toISOString()]);
    expect(counter).not.toHaveProperty('isPlan');
    const now = clock.now().toISOString();
    clock.set(new Date(EVENING).toISOString());
    expect(await listed(ann)).not.toHaveProperty('sharedTimes');
    clock.set(now);
    expect((await ann.respond(counter.id, 'accept')).status).toBe(200);
    for (const each of [ann, ben]) expect(await listed(each)).not.toHaveProperty('sharedTimes');
    const stored = await server.deps.db.collection('offer_threads').findOne({ roundIds: id });
    expect(stored!.rounds.map(({ sharedTimes }: any) => sharedTimes)).toEqual([[], []]);
  });

  it('that overlap an own date - are not offered to that student, and still to the other, as among the matches', async () => {
    const [ann, ben] = await planned();
    const { cem, dan } = cast;
    const hours = [0, 1, 2].map((each) => EVENING + each * 3_600_000);
    const plans = hours.map((at) => ({ ...PLAN, at }));
    await rewrite((entry) => ({ ...entry, sharedTimes: hours, plans }));
    expect((await ben.invite(ann, { proposedDate: new Date(OTHER).toISOString() })).status).toBe(201);
    const date = await agree(cem, ann, { proposedDate: THURSDAY });
    const every = hours.map((at) => new Date(at).toISOString());
    const offers = (await ann.call('GET /offers')).body.items;
    expect(offers.find(({ id }: any) => id !== date).sharedTimes).toEqual(every.slice(2));
    expect((await listed(ben)).sharedTimes).toEqual(every);
    for (const [who, other, free] of [
      [ann, dan, every.slice(2)],
      [dan, ann, every],
    ] as const) {
      const match = await shown(who, other);
      expect(match.sharedTimes).toEqual(free);
      expect(match.plans.map(({ time }: any) => time)).toEqual(free);
    }
  });
});
