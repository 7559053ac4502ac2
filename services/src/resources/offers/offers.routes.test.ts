// Longer than 300 lines: every refusal of every route of the offers, which share four students and a clock.
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { randomId } from '../../infra/random-id';
import { dateBooks } from '../date-books/index';
import { markOf } from '../safety/index';
import { calendarFaults, calendarValue } from './calendar/testing/check-calendar';
import { offers } from './offers.resource';
import { enrol, forgetMeetings, introduce, newRound, pair, useCast } from './testing/campus';
import { ROUNDS_MAX } from './offers.policy';
import { threads } from './thread.model';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const ACTIONS = ['accept', 'decline', 'reschedule'] as const;
const clock = fixedClock('2027-03-02T12:00:00.000Z');

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);
const inHours = (hours: number) => server.inHours(hours);
let stranger: TestStudent;
beforeAll(async () => (stranger = await enrol(server)));

const proposal = (to: TestStudent, more: object = {}) => ({
  toUserId: to.id,
  proposedDate: inHours(72),
  location: 'Library café',
  activity: 'Coffee',
  message: 'Hi!',
  ...more,
});
async function offered(from: TestStudent, to: TestStudent, more: object = {}): Promise<any> {
  const { status, body } = await from.call('POST /offers', proposal(to, more));
  expect({ status, code: body.code }).toEqual({ status: 201, code: undefined });
  return body;
}
const listed = async (who: TestStudent) => (await who.call('GET /offers')).body.items as any[];
/** Another time in so many hours, where the action needs one. */
const withTime = (action: string, hours = 90) =>
  action === 'reschedule' ? { rescheduleData: { proposedDate: inHours(hours) } } : {};

describe('POST /offers', () => {
  it('to somebody who may be invited - answers 201 with both people as cards and nothing private; while it is open, in the other direction - 409 with that offer', async () => {
    const { ann, ben } = cast;
    const offer = await offered(ann, ben, { activity: 'x'.repeat(80) });
    expect(offer).toMatchObject({
      fromUserId: ann.id,
      toUserId: ben.id,
      fromUser: { name: 'Ann', age: 22 },
      toUser: { name: 'Ben', age: 22 },
      status: 'pending',
      message: 'Hi!',
      counterOf: null,
      can: { accept: false, withdraw: true, report: false },
    });
    expect(JSON.stringify(offer)).not.toMatch(/campus\.edu|2005-01-15|gender/);
    expect((await listed(ben))[0]).toMatchObject({ id: offer.id, can: { accept: true, withdraw: false } });
    const { status, body } = await ben.call('POST /offers', proposal(ann));
    expect([status, body.code, body.offer.id]).toEqual([409, 'offer_open_exists', offer.id]);
  });

  it('20 identical calls at once with one key - create one offer', async () => {
    const { ann, ben } = cast;
    const body = proposal(ben);
    const click = () => ann.call('POST /offers', body, { 'idempotency-key': 'one-click-1' });
    const answers = await Promise.all(Array.from({ length: 20 }, click));
    const created = answers.filter(({ status }) => status === 201).map(({ body: { id } }) => id);
    expect(new Set(created).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await click();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await listed(ben)).map(({ id }) => id)).toEqual([again.body.id]);
  });

  it('with a time that has passed or is too far ahead, no place, or a long activity - is refused and stores nothing', async () => {
    const { ann, ben } = cast;
    for (const [more, status, code] of [
      [{ proposedDate: inHours(-1 / 60) }, 422, 'offer_time_invalid'],
      [{ proposedDate: inHours(61 * 24) }, 422, 'offer_time_invalid'],
      [{ location: '  ' }, 400, 'validation_failed'],
      [{ activity: 'x'.repeat(81) }, 400, 'validation_failed'],
    ] as const) {
      const answer = await ann.call('POST /offers', proposal(ben, more));
      expect({ more, status: answer.status, code: answer.body.code }).toEqual({ more, status, code });
    }
    expect(await listed(ann)).toEqual([]);
  });

  it('the eleventh in a day - answers 429 with the time to wait, to anybody, and by a student who deleted the account and returned - answers 429; a day later - 201', async () => {
    const { ben } = cast;
    let eve = await enrol(server, { name: 'Eve' });
    await introduce(server, eve, ben);
    const now = clock.now().getTime();
    const sentAt = Array.from({ length: 9 }, (_, i) => new Date(now - (i + 1) * MINUTE * 1000));
    const _id = markOf(server.deps, eve.email);
    await dateBooks(server.deps.db).create({
      _id,
      dates: [],
      sentAt,
      version: 0,
      staleAt: new Date(now + 2 * DAY * 1000),
    });
    await offered(eve, ben);
    const { staleAt } = (await dateBooks(server.deps.db).findById(_id).lean())!;
    expect(staleAt.getTime()).toBe(now + DAY * 1000);
    await forgetMeetings(server, ['offer_threads']);
    const expectWait = async (to: TestStudent, seconds: number) => {
      const { status, headers, body } = await eve.call('POST /offers', proposal(to));
      expect([status, body.code]).toEqual([429, 'offer_limit_reached']);
      expect(Number(headers.get('retry-after'))).toBe(seconds);
    };
    for (const to of [ben, stranger]) await expectWait(to, DAY - 9 * MINUTE);
    await eve.call('DELETE /account');
    clock.advanceSeconds(HOUR);
    eve = await enrol(server, { name: 'Eva', email: eve.email });
    await introduce(server, eve, ben);
    await expectWait(ben, DAY - 9 * MINUTE - HOUR);
    clock.advanceSeconds(DAY - 9 * MINUTE - HOUR);
    await offered(eve, ben);
  });
});

describe('POST /offers/{id}/respond', () => {
  it('accept - by the recipient - answers 200, and both see the date, which completes two hours after its start, not a second earlier; only the recipient may report', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben, { proposedDate: inHours(1) });
    clock.advanceSeconds(60);
    const { status, body } = await ben.respond(id, 'accept', { message: 'Gladly' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'accepted',
      reply: 'Gladly',
      updatedAt: clock.now().toISOString(),
      can: { accept: false, cancel: true, addToCalendar: true },
    });
    expect((await listed(ann))[0]).toMatchObject({ status: 'accepted', can: { cancel: true } });
    clock.advanceSeconds(3 * HOUR - 61);
    expect((await listed(ben))[0].status).toBe('accepted');
    clock.advanceSeconds(1);
    expect((await listed(ben))[0]).toMatchObject({
      status: 'completed',
      can: { report: true, cancel: false },
    });
    expect((await listed(ann))[0]).toMatchObject({ status: 'completed', can: { report: false } });
  });

  it('reschedule - with a time only - creates a linked counter-offer with the same place and activity, which the other side can answer', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben);
    const { body } = await ben.respond(id, 'reschedule', {
      message: 'Later?',
      rescheduleData: { proposedDate: inHours(100) },
    });
    expect(body).toMatchObject({ id, status: 'rescheduled', can: { accept: false } });
    const counter = (await listed(ann)).find((each) => each.id === body.counterOffer);
    expect(counter).toMatchObject({
      fromUserId: ben.id,
      toUserId: ann.id,
      proposedDate: inHours(100),
      location: 'Library café',
      activity: 'Coffee',
      message: 'Later?',
      status: 'pending',
      counterOf: id,
      can: { accept: true, decline: true, reschedule: true },
    });
    expect((await ann.respond(counter.id, 'accept')).body.status).toBe('accepted');
  });

  it('any of the three - by a stranger - answers 404; by the sender - 403; both change nothing', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben);
    for (const action of ACTIONS) {
      const answers = [stranger, ann].map((who) => who.respond(id, action, withTime(action)));
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect([action, ...statuses]).toEqual([action, 404, 403]);
    }
    expect((await listed(ben))[0].status).toBe('pending');
  });

  it('after another answer - answers 409 with the current offer, which keeps its place in the list', async () => {
    const { ann, ben, cem } = cast;
    const { id } = await offered(ann, ben);
    clock.advanceSeconds(60);
    const later = await offered(ann, cem);
    clock.advanceSeconds(60);
    await ben.respond(id, 'decline');
    expect((await listed(ann)).map((each) => each.id)).toEqual([later.id, id]);
    const { status, body } = await ben.respond(id, 'accept');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'offer_state_changed' });
    expect(body.offer).toMatchObject({ id, status: 'declined', can: { accept: false } });
  });

  it.each([
    ['its time', 1, HOUR],
    ['seven days', 500, 7 * DAY],
  ])(
    'any answer - after %s - is refused: the offer has ended, and the pair is free',
    async (_, hours, seconds) => {
      const { ann, ben } = cast;
      const { id } = await offered(ann, ben, { proposedDate: inHours(hours) });
      clock.advanceSeconds(seconds - 1);
      expect((await listed(ann))[0]).toMatchObject({ cancelledAt: null, can: { withdraw: true } });
      clock.advanceSeconds(1);
      const ended = { status: 'pending', cancelledAt: clock.now().toISOString(), cancelledBy: null };
      for (const action of ACTIONS) {
        const { status, body } = await ben.respond(id, action, withTime(action));
        expect([status, body.code]).toEqual([409, 'offer_state_changed']);
        expect(body.offer).toMatchObject({
          ...ended,
          can: { accept: false, decline: false, reschedule: false },
        });
      }
      expect((await listed(ann))[0]).toMatchObject({ ...ended, can: { withdraw: false } });
      await newRound(server);
      await introduce(server, ...Object.values(cast));
      await offered(ben, ann);
      expect((await listed(ann)).filter(({ id: each }) => each === id)).toMatchObject([ended]);
    },
  );

  it('with another offer in the body, without a time, with a past one, or an unknown action - is refused and changes nothing', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben);
    const past = { rescheduleData: { proposedDate: inHours(0) } };
    clock.advanceSeconds(1);
    for (const [action, more, status, code] of [
      ['accept', { offerId: 'f'.repeat(24) }, 400, 'validation_failed'],
      ['reschedule', {}, 400, 'validation_failed'],
      ['reschedule', past, 422, 'offer_time_invalid'],
      ['complete', {}, 400, 'validation_failed'],
    ] as const) {
      const answer = await ben.respond(id, action, more);
      expect({ more, status: answer.status, code: answer.body.code }).toEqual({ more, status, code });
    }
    expect((await listed(ben))[0].status).toBe('pending');
  });

  it('a date agreed - marks open offers at that time for the students of the date only, who cannot accept them (review, bug 8)', async () => {
    const { ann, ben, cem, dan } = cast;
    const [one, two, sent] = [await offered(ben, ann), await offered(cem, ann), await offered(ann, dan)];
    const stateOf = async (who: TestStudent, id: string) => {
      const { timeTaken, can } = (await listed(who)).find((offer: any) => offer.id === id);
      return [timeTaken, can.accept, can.decline, can.withdraw];
    };
    const before = [await listed(cem), await listed(dan)];
    expect(await stateOf(ann, two.id)).toEqual([undefined, true, true, false]);
    await ann.respond(one.id, 'accept');
    expect(await stateOf(ann, two.id)).toEqual([true, false, true, false]);
    expect(await stateOf(ann, sent.id)).toEqual([true, false, false, true]);
    expect([await listed(cem), await listed(dan)]).toEqual(before);
    const { status, body } = await ann.respond(two.id, 'accept');
    expect([status, body.code, body.offer.status]).toEqual([409, 'double_booked', 'pending']);
    await ann.call(`POST /offers/${one.id}/cancel`);
    expect(await stateOf(ann, two.id)).toEqual([undefined, true, true, false]);
  });

  it('of an offer whose sender has a date then - any of the three - is refused as of a withdrawn offer', async () => {
    const { ann, ben, cem } = cast;
    for (const action of ACTIONS) {
      await forgetMeetings(server);
      const [date, sent] = [await offered(ben, ann), await offered(ann, cem)];
      await ann.respond(date.id, 'accept');
      const late = await cem.respond(sent.id, action, withTime(action, 200));
      expect([late.status, late.body.code]).toEqual([409, 'offer_state_changed']);
      const withdrawn = { status: 'pending', cancelledBy: 'sender', can: { accept: false } };
      expect(late.body.offer).toMatchObject(withdrawn);
      expect(JSON.stringify(late.body)).not.toContain('timeTaken');
    }
  });

  it('reschedule - of the last offer that a thread may have - is refused, of the one before not; accepting still works', async () => {
    const { ann, ben } = cast;
    const { id: _id } = await offered(ann, ben);
    const { rounds } = (await threads(server.deps.db).findById(_id).lean())!;
    const earlier = Array.from({ length: ROUNDS_MAX - 2 }, () => ({
      ...rounds[0]!,
      id: randomId(),
      status: 'rescheduled' as const,
    }));
    await threads(server.deps.db).updateOne({ _id }, { $set: { rounds: [...earlier, ...rounds] } });
    const { counterOffer } = (await ben.respond(_id, 'reschedule', withTime('reschedule', 100))).body;
    const [, second, third, fourth] = earlier.map(({ id }) => id);
    const shown = (await listed(ann)).find(({ id }) => id === third);
    expect(shown).toMatchObject({ counterOf: second, counterOffer: fourth });
    const refused = await ann.respond(counterOffer, 'reschedule', withTime('reschedule', 500));
    expect(refused.body.code).toBe('reschedule_limit_reached');
    expect((await ann.respond(counterOffer, 'accept')).status).toBe(200);
  });
});

describe('withdrawing and calling off', () => {
  it('withdraw - by the sender - ends the offer; by the recipient 403, by a stranger 404, twice 409', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben);
    expect((await ben.call(`POST /offers/${id}/withdraw`)).status).toBe(403);
    expect((await stranger.call(`POST /offers/${id}/withdraw`)).status).toBe(404);
    const { body } = await ann.call(`POST /offers/${id}/withdraw`);
    expect(body).toMatchObject({ status: 'pending', cancelledBy: 'sender', can: { withdraw: false } });
    expect((await ben.respond(id, 'accept')).body.code).toBe('offer_state_changed');
    expect((await ann.call(`POST /offers/${id}/withdraw`)).status).toBe(409);
  });

  it('cancel - by either side of an agreed date - names who, and the date never completes', async () => {
    const { ann, ben } = cast;
    const { id } = await offered(ann, ben);
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(409);
    await ben.respond(id, 'accept');
    const { body } = await ben.call(`POST /offers/${id}/cancel`);
    expect(body).toMatchObject({ status: 'accepted', cancelledBy: 'recipient' });
    clock.advanceSeconds(5 * DAY);
    expect((await listed(ann))[0]).toMatchObject({ status: 'accepted', cancelledBy: 'recipient' });
  });
});

describe('GET /offers/{id}/calendar', () => {
  it('after accept and cancel - has the UID of the first offer and a higher SEQUENCE', async () => {
    const { ann, ben } = cast;
    const first = await offered(ann, ben, { activity: 'Kaffee; é ☕, Spaziergang' });
    expect((await ben.call(`GET /offers/${first.id}/calendar`)).body.code).toBe('offer_state_changed');
    const { counterOffer: id } = (await ben.respond(first.id, 'reschedule', withTime('reschedule'))).body;
    await ann.respond(id, 'accept');
    const agreed = (await ann.call(`GET /offers/${id}/calendar`)).body;
    expect(agreed).toMatchObject({
      fileName: `${id}.ics`,
      googleUrl: expect.stringContaining('https://calendar.google.com/'),
      outlookUrl: expect.stringContaining('https://outlook.office.com/'),
    });
    expect(calendarFaults(agreed.ics)).toEqual([]);
    expect(calendarValue(agreed.ics, 'UID')).toMatch(new RegExp(`^offer-${first.id}@`));
    expect(agreed.ics).not.toMatch(/Ann|Ben|campus\.edu/);
    await ann.call(`POST /offers/${id}/cancel`);
    const cancelled = (await ben.call(`GET /offers/${id}/calendar`)).body;
    expect(calendarFaults(cancelled.ics)).toEqual([]);
    expect(calendarValue(cancelled.ics, 'STATUS')).toBe('CANCELLED');
    expect(calendarValue(cancelled.ics, 'UID')).toBe(calendarValue(agreed.ics, 'UID'));
    const sequences = [agreed, cancelled].map(({ ics }) => Number(calendarValue(ics, 'SEQUENCE')));
    expect(sequences).toEqual([2, 3]);
    expect((await stranger.call(`GET /offers/${id}/calendar`)).status).toBe(404);
  });
});

async function erase(who: TestStudent): Promise<void> {
  await offers.eraseUser!(who.id, server.deps);
  await server.deps.db.collection<{ _id: string }>('profiles').deleteOne({ _id: who.id });
}

describe('a deleted account', () => {
  it('with an agreed date - leaves the other a called-off date with a deleted student, and a calendar file that cancels it; of both people - leaves nothing', async () => {
    const [eve, ben] = await pair(server);
    const place = { placeId: 'river-path', location: 'River Path, Bridge by the Boathouse' };
    const { id } = await offered(eve, ben, { message: 'SECRET', ...place });
    await ben.respond(id, 'accept', { message: 'REPLY' });
    await erase(eve);
    await erase(eve);
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
    expect([offer.message, offer.location, offer.placeId]).toEqual([undefined, '–', undefined]);
    const { ics } = (await ben.call(`GET /offers/${id}/calendar`)).body;
    expect(calendarValue(ics, 'STATUS')).toBe('CANCELLED');
    const names = ['offer_threads', 'date_books'];
    const stored = await Promise.all(names.map((name) => server.deps.db.collection(name).find().toArray()));
    expect(JSON.stringify(stored)).not.toContain(eve.id);
    expect(JSON.stringify(stored)).not.toContain('SECRET');
    await introduce(server, stranger, ben);
    const next = await offered(stranger, ben);
    expect((await ben.respond(next.id, 'accept')).status).toBe(200);
    await erase(ben);
    expect((await listed(stranger))[0]).toMatchObject({ toUserId: null, location: 'Library café' });
    expect(await server.deps.db.collection('offer_threads').countDocuments({ roundIds: id })).toBe(0);
  });
});
