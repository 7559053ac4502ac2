// Longer than 300 lines: every refusal of every route of the offers, which share two students and a clock.
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { calendarFaults, calendarValue } from './calendar/testing/check-calendar';
import { offers } from './offers.resource';
import { enrol, introduce, newRound, pair } from './testing/campus';
import { ROUNDS_MAX } from './offers.policy';

const START = '2026-03-02T12:00:00.000Z';
const HOUR = 3600;
const DAY = 24 * HOUR;
const clock = fixedClock(START);

const server = useTestServer({ clock });
const inHours = (hours: number) => server.inHours(hours);

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
/** Ann has two offers and has sent one, all for the same time. */
async function atOneTime() {
  const [ann, ben] = await pair(server);
  const [cem, dan] = [await enrol(server, { gender: 'man' }), await enrol(server, { gender: 'man' })];
  await introduce(server, ann, cem, dan);
  const [one, two, three] = [await offered(ben, ann), await offered(cem, ann), await offered(ann, dan)];
  return { ann, cem, one, two, sent: { id: three.id, to: dan } };
}
const listed = async (who: TestStudent) => (await who.call('GET /offers')).body.items as any[];

describe('POST /offers', () => {
  it('to somebody who may be invited - answers 201 with both people as cards and nothing private', async () => {
    const [ann, ben] = await pair(server);
    const offer = await offered(ann, ben);
    expect(offer).toMatchObject({
      fromUserId: ann.id,
      toUserId: ben.id,
      fromUser: { name: 'Ann', age: 21 },
      toUser: { name: 'Ben', age: 21 },
      status: 'pending',
      message: 'Hi!',
      counterOf: null,
      can: { accept: false, withdraw: true, report: false },
    });
    expect(JSON.stringify(offer)).not.toMatch(/campus\.edu|2005-01-15|gender/);
    expect((await listed(ben))[0]).toMatchObject({ id: offer.id, can: { accept: true, withdraw: false } });
  });

  it('20 identical calls at once with one key - create one offer', async () => {
    const [ann, ben] = await pair(server);
    const body = proposal(ben);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ann.call('POST /offers', body, { 'idempotency-key': 'one-click-1' })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body: { id } }) => id)).size).toBe(
      1,
    );
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await listed(ben)).toHaveLength(1);
    const again = await ann.call('POST /offers', body, { 'idempotency-key': 'one-click-1' });
    expect(again.status).toBe(201);
    expect(again.body.id).toBe((await listed(ben))[0].id);
  });

  it('while one is open in the other direction - answers 409 with that offer', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
    const { status, body } = await ben.call('POST /offers', proposal(ann));
    expect({ status, code: body.code, offer: body.offer.id }).toEqual({
      status: 409,
      code: 'offer_open_exists',
      offer: id,
    });
  });

  it.each([
    ['a time that has passed', { proposedDate: '2026-03-02T11:59:00Z' }, 422, 'offer_time_invalid'],
    ['a time 61 days ahead', { proposedDate: '2026-05-03T12:00:00Z' }, 422, 'offer_time_invalid'],
    ['an empty place', { location: '  ' }, 400, 'validation_failed'],
    ['an activity of 81 characters', { activity: 'x'.repeat(81) }, 400, 'validation_failed'],
  ])('with %s - is refused and stores nothing', async (_, more, status, code) => {
    const [ann, ben] = await pair(server);
    const answer = await ann.call('POST /offers', proposal(ben, more));
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await listed(ann)).toEqual([]);
  });

  it('the eleventh in a day - answers 429 with the time to wait, to anybody, and by a student who deleted the account and returned - answers 429; a day later - 201', async () => {
    let ann = await enrol(server);
    const stranger = await server.signIn();
    const men = await Promise.all(Array.from({ length: 11 }, () => enrol(server, { gender: 'man' })));
    await introduce(server, ann, ...men);
    for (const man of men.slice(0, 10)) await offered(ann, man);
    const expectWait = async (to: TestStudent, seconds: number) => {
      const { status, headers, body } = await ann.call('POST /offers', proposal(to));
      expect([status, body.code]).toEqual([429, 'offer_limit_reached']);
      expect(Number(headers.get('retry-after'))).toBe(seconds);
    };
    for (const to of [men[10]!, stranger]) await expectWait(to, DAY);
    await ann.call('DELETE /account');
    clock.advanceSeconds(HOUR);
    ann = await enrol(server, { name: 'Anna', email: ann.email });
    await introduce(server, ann, ...men);
    await expectWait(men[10]!, DAY - HOUR);
    clock.advanceSeconds(DAY - HOUR);
    await newRound(server);
    await introduce(server, ann, men[10]!);
    await offered(ann, men[10]!);
  });
});

describe('POST /offers/{id}/respond', () => {
  it('accept - by the recipient - answers 200, and both see the date', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
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
  });

  it('reschedule - with a time only - creates a linked counter-offer with the same place and activity, which the other side can answer', async () => {
    const [ann, ben] = await pair(server);
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

  it.each(['accept', 'decline', 'reschedule'])(
    '%s - by a stranger - answers 404; by the sender - 403; both change nothing',
    async (action) => {
      const [ann, ben] = await pair(server);
      const stranger = await enrol(server);
      const { id } = await offered(ann, ben);
      const more = action === 'reschedule' ? { rescheduleData: { proposedDate: inHours(90) } } : {};
      expect((await stranger.respond(id, action, more)).status).toBe(404);
      expect((await ann.respond(id, action, more)).status).toBe(403);
      expect((await listed(ben))[0].status).toBe('pending');
    },
  );

  it('after another answer - answers 409 with the current offer', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
    await ben.respond(id, 'decline');
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
      const [ann, ben] = await pair(server);
      const { id } = await offered(ann, ben, { proposedDate: inHours(hours) });
      clock.advanceSeconds(seconds - 1);
      expect((await listed(ann))[0]).toMatchObject({ cancelledAt: null, can: { withdraw: true } });
      clock.advanceSeconds(1);
      const ended = { status: 'pending', cancelledAt: clock.now().toISOString(), cancelledBy: null };
      const rescheduleData = { proposedDate: inHours(50) };
      for (const action of ['accept', 'decline', 'reschedule']) {
        const { status, body } = await ben.respond(
          id,
          action,
          action === 'reschedule' ? { rescheduleData } : {},
        );
        expect([status, body.code]).toEqual([409, 'offer_state_changed']);
        expect(body.offer).toMatchObject({
          ...ended,
          can: { accept: false, decline: false, reschedule: false },
        });
      }
      expect((await listed(ann))[0]).toMatchObject({ ...ended, can: { withdraw: false } });
      await newRound(server);
      await introduce(server, ann, ben);
      await offered(ben, ann);
      expect((await listed(ann)).filter(({ id: each }) => each === id)).toMatchObject([ended]);
    },
  );

  it.each([
    ['another offer in the body', 'accept', { offerId: 'f'.repeat(24) }, 400, 'validation_failed'],
    ['no time to reschedule to', 'reschedule', {}, 400, 'validation_failed'],
    [
      'a time that has passed',
      'reschedule',
      { rescheduleData: { proposedDate: START } },
      422,
      'offer_time_invalid',
    ],
    ['an unknown action', 'complete', {}, 400, 'validation_failed'],
  ])('with %s - is refused and changes nothing', async (_, action, more, status, code) => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
    clock.advanceSeconds(1);
    const answer = await ben.respond(id, action, more);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect((await listed(ben))[0].status).toBe('pending');
  });

  it('accept - at a time agreed with somebody else - answers 409 double_booked and the offer stays open', async () => {
    const [ann, ben] = await pair(server);
    const cem = await enrol(server, { gender: 'man' });
    await introduce(server, ann, cem);
    const [one, two] = [await offered(ben, ann), await offered(cem, ann)];
    await ann.respond(one.id, 'accept');
    const { status, body } = await ann.respond(two.id, 'accept');
    expect({ status, code: body.code, now: body.offer.status }).toEqual({
      status: 409,
      code: 'double_booked',
      now: 'pending',
    });
  });

  it('a date agreed - marks open offers at that time for the students of the date only (review, bug 8)', async () => {
    const { ann, cem, one, two, sent } = await atOneTime();
    const stateOf = async (who: TestStudent, id: string) => {
      const { timeTaken, can } = (await listed(who)).find((offer: any) => offer.id === id);
      return [timeTaken, can.accept, can.decline, can.withdraw];
    };
    const before = [await listed(cem), await listed(sent.to)];
    expect(await stateOf(ann, two.id)).toEqual([undefined, true, true, false]);
    await ann.respond(one.id, 'accept');
    expect(await stateOf(ann, two.id)).toEqual([true, false, true, false]);
    expect(await stateOf(ann, sent.id)).toEqual([true, false, false, true]);
    expect([await listed(cem), await listed(sent.to)]).toEqual(before);
    await ann.call(`POST /offers/${one.id}/cancel`);
    expect(await stateOf(ann, two.id)).toEqual([undefined, true, true, false]);
  });

  it('of an offer whose sender has a date then - any of the three - is refused as of a withdrawn offer', async () => {
    const [ann, ben] = await pair(server);
    const men = await Promise.all([1, 2, 3].map(() => enrol(server, { gender: 'man' })));
    await introduce(server, ann, ...men);
    const date = await offered(ben, ann);
    const sent = [];
    for (const man of men) sent.push((await offered(ann, man)).id as string);
    await ann.respond(date.id, 'accept');
    for (const [i, action] of ['accept', 'decline', 'reschedule'].entries()) {
      const more = action === 'reschedule' ? { rescheduleData: { proposedDate: inHours(200) } } : {};
      const late = await men[i]!.respond(sent[i]!, action, more);
      expect([late.status, late.body.code]).toEqual([409, 'offer_state_changed']);
      const withdrawn = { status: 'pending', cancelledBy: 'sender', can: { accept: false } };
      expect(late.body.offer).toMatchObject(withdrawn);
      expect(JSON.stringify(late.body)).not.toContain('timeTaken');
    }
  });

  it('reschedule - back and forth 19 times - is then refused; accepting still works', async () => {
    const [ann, ben] = await pair(server);
    let { id } = await offered(ann, ben);
    const turn = (i: number) => (i % 2 ? ben : ann);
    for (let i = 1; i < ROUNDS_MAX; i++) {
      const { body } = await turn(i).respond(id, 'reschedule', {
        rescheduleData: { proposedDate: inHours(72 + i) },
      });
      id = body.counterOffer;
    }
    const { body } = await turn(ROUNDS_MAX).respond(id, 'reschedule', {
      rescheduleData: { proposedDate: inHours(500) },
    });
    expect(body.code).toBe('reschedule_limit_reached');
    expect((await turn(ROUNDS_MAX).respond(id, 'accept')).status).toBe(200);
  });
});

describe('withdrawing and calling off', () => {
  it('withdraw - by the sender - ends the offer; by the recipient 403, by a stranger 404, twice 409', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
    expect((await ben.call(`POST /offers/${id}/withdraw`)).status).toBe(403);
    expect((await (await enrol(server)).call(`POST /offers/${id}/withdraw`)).status).toBe(404);
    const { body } = await ann.call(`POST /offers/${id}/withdraw`);
    expect(body).toMatchObject({ status: 'pending', cancelledBy: 'sender', can: { withdraw: false } });
    expect((await ben.respond(id, 'accept')).body.code).toBe('offer_state_changed');
    expect((await ann.call(`POST /offers/${id}/withdraw`)).status).toBe(409);
  });

  it('cancel - by either side of an agreed date - names who, frees the pair, and the date never completes', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben);
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(409);
    await ben.respond(id, 'accept');
    const { body } = await ben.call(`POST /offers/${id}/cancel`);
    expect(body).toMatchObject({ status: 'accepted', cancelledBy: 'recipient' });
    clock.advanceSeconds(5 * DAY);
    expect((await listed(ann))[0]).toMatchObject({ status: 'accepted', cancelledBy: 'recipient' });
  });
});

describe('completion', () => {
  it('of an agreed date - happens two hours after its start, not a second earlier; only the recipient may report', async () => {
    const [ann, ben] = await pair(server);
    const { id } = await offered(ann, ben, { proposedDate: inHours(1) });
    await ben.respond(id, 'accept');
    clock.advanceSeconds(3 * HOUR - 1);
    expect((await listed(ben))[0].status).toBe('accepted');
    clock.advanceSeconds(1);
    expect((await listed(ben))[0]).toMatchObject({
      status: 'completed',
      can: { report: true, cancel: false },
    });
    expect((await listed(ann))[0]).toMatchObject({ status: 'completed', can: { report: false } });
  });
});

describe('GET /offers/{id}/calendar', () => {
  it('after accept and cancel - has the UID of the first offer and a higher SEQUENCE', async () => {
    const [ann, ben] = await pair(server);
    const first = await offered(ann, ben, { activity: 'Kaffee; é ☕, Spaziergang' });
    expect((await ben.call(`GET /offers/${first.id}/calendar`)).body.code).toBe('offer_state_changed');
    const { counterOffer: id } = (
      await ben.respond(first.id, 'reschedule', { rescheduleData: { proposedDate: inHours(90) } })
    ).body;
    await ann.respond(id, 'accept');
    const agreed = (await ann.call(`GET /offers/${id}/calendar`)).body;
    expect(agreed.fileName).toBe(`${id}.ics`);
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
    expect((await (await enrol(server)).call(`GET /offers/${id}/calendar`)).status).toBe(404);
  });
});

async function agreed(from: TestStudent, to: TestStudent): Promise<string> {
  const offerId = (await from.invite(to, { message: 'SECRET' })).body.id as string;
  await to.respond(offerId, 'accept', { message: 'REPLY' });
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
    const eve = await enrol(server);
    await introduce(server, eve, ben);
    expect(await agreed(eve, ben)).toHaveLength(24);
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
