import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { missedDates } from './meetings';
import { offersSoFar } from './partners';
import { takeDueSteps } from './write-offer';
import { introduce, join, newRound, pair, useCast } from './testing/campus';

jest.setTimeout(60_000);

const START = '2027-03-02T17:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
const clock = fixedClock(START);

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);
beforeEach(() => clock.set(START));

async function agree(from: TestStudent, to: TestStudent): Promise<string> {
  await introduce(server, from, to);
  const { id } = (await from.invite(to, { proposedDate: DATE })).body;
  expect((await to.respond(id, 'accept')).status).toBe(200);
  return id;
}

/** A date that is over. */
async function date(from: TestStudent, to: TestStudent): Promise<string> {
  clock.set(START);
  const id = await agree(from, to);
  clock.set('2027-03-05T20:00:00Z');
  return id;
}

const say = (student: TestStudent, id: string, answer: object) =>
  student.call(`PUT /offers/${id}/meeting`, answer);
const offerOf = async (student: TestStudent) => (await student.call('GET /offers')).body.items[0];
const matchesOf = async (student: TestStudent): Promise<string[]> =>
  (await student.call('GET /matches')).body.items.map(({ userId }: { userId: string }) => userId);

describe('PUT /offers/{id}/meeting', () => {
  it('before the date is over - answers 409 with the offer, and the question is not shown', async () => {
    const { ann, ben } = cast;
    const id = await agree(ann, ben);
    expect((await offerOf(ann)).can.sayMet).toBe(false);
    const { status, body } = await say(ann, id, { met: true, again: true });
    expect([status, body.code, body.offer.status]).toEqual([409, 'offer_state_changed', 'accepted']);
  });

  it('without an answer, or with one that does not fit - answers 400 and stores nothing', async () => {
    const { ann, ben } = cast;
    const id = await date(ann, ben);
    for (const answer of [
      {},
      { met: true },
      { met: false },
      { met: true, reason: 'agreed' },
      { met: false, again: true },
      { met: false, reason: 'boring' },
    ])
      expect([answer, (await say(ann, id, answer)).body.code]).toEqual([answer, 'validation_failed']);
    expect((await offerOf(ann)).meeting).toBeNull();
  });

  it('by either side - is shown to that side only, changes nothing for the other, and the last answer counts', async () => {
    const { ann, ben } = cast;
    const id = await date(ann, ben);
    const before = await offerOf(ben);
    expect(before).toMatchObject({ status: 'completed', meeting: null, can: { sayMet: true } });
    const answered = await say(ann, id, { met: false, reason: 'they_missed' });
    expect(answered.status).toBe(200);
    expect(answered.body.meeting).toEqual({ met: false, reason: 'they_missed' });
    await say(ann, id, { met: true, again: true });
    expect((await offerOf(ann)).meeting).toEqual({ met: true, again: true });
    expect(await offerOf(ben)).toEqual(before);
  });
});

describe('after a date', () => {
  it('two who both answered “again” - match and may invite each other; otherwise they do not', async () => {
    const [ann, ben] = await pair(server);
    const id = await date(ann, ben);
    const invite = () => ben.invite(ann, { proposedDate: '2027-03-09T17:00:00Z' });
    expect(await matchesOf(ann)).not.toContain(ben.id);
    expect((await invite()).body.code).toBe('not_a_match');
    await say(ann, id, { met: true, again: true });
    await newRound(server);
    expect(await matchesOf(ann)).not.toContain(ben.id);
    await say(ben, id, { met: true, again: true });
    await say(ben, id, { met: false, reason: 'agreed' });
    await newRound(server);
    expect(await matchesOf(ben)).not.toContain(ann.id);
    await say(ben, id, { met: true, again: true });
    // the other student cannot observe that a private answer was stored
    expect(await matchesOf(ben)).not.toContain(ann.id);
    await newRound(server);
    expect(await matchesOf(ann)).toContain(ben.id);
    expect(await matchesOf(ben)).toContain(ann.id);
    expect((await invite()).status).toBe(201);
  });

  it('a missed date - counts for half a year, once two different people report one', async () => {
    const { ann, ben } = cast;
    const ids: string[] = [];
    const counted = async () => (await missedDates(server.deps)).get(ben.id);
    for (const each of [ann, await join(server, { name: 'Eve' })]) {
      const id = await date(each, ben);
      ids.push(id);
      expect((await say(each, id, { met: false, reason: 'they_missed' })).status).toBe(200);
      await takeDueSteps(server.deps);
      clock.set(START);
      // the second date needs its own time
      await server.deps.db.collection('date_books').deleteMany({});
      expect(await counted()).toBe(ids.length === 2 ? 2 : undefined);
    }
    // 180 days after they were answered
    clock.set('2027-09-01T19:59:59Z');
    expect(await counted()).toBe(2);
    clock.set('2027-09-01T20:00:00Z');
    expect(await counted()).toBeUndefined();
  });

  it('a round - reads who has a first offer to answer, and everybody’s dates with the last of them', async () => {
    const { ann, ben, cem, dan } = cast;
    await agree(ann, ben);
    const last = '2027-03-06T17:00:00.000Z';
    const second = (await ann.invite(cem, { proposedDate: last })).body.id;
    expect((await cem.respond(second, 'accept')).status).toBe(200);
    clock.set('2027-03-06T20:00:00Z');
    const { id } = (await ann.invite(dan, { proposedDate: server.inHours(48) })).body;
    const { dates, waiting } = await offersSoFar(server.deps);
    expect(dates).toEqual(
      new Map([
        [ann.id, { count: 2, last: new Date(last) }],
        [ben.id, { count: 1, last: new Date(DATE) }],
        [cem.id, { count: 1, last: new Date(last) }],
      ]),
    );
    expect(waiting).toEqual(new Map([[dan.id, 1]]));
    const rescheduleData = { proposedDate: server.inHours(72) };
    expect((await dan.respond(id, 'reschedule', { rescheduleData })).status).toBe(200);
    expect((await offersSoFar(server.deps)).waiting).toEqual(new Map());
  });

  it('a deleted account - erases its answers and those about it; before that, each author can export theirs', async () => {
    const [ann, ben] = await pair(server);
    const id = await date(ann, ben);
    await say(ann, id, { met: true, again: true });
    await say(ben, id, { met: true, again: true });
    const exported = JSON.stringify((await ann.call('GET /account/export')).body);
    expect(exported).toContain('"meeting":{"met":true,"again":true}');
    await ann.call('DELETE /account');
    const left = { $or: [{ userId: ann.id }, { partnerId: ann.id }] };
    expect(await server.deps.db.collection('offer_meetings').countDocuments(left)).toBe(0);
  });
});
