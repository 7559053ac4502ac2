import { randomUUID } from 'node:crypto';
import type { TestStudent } from '@flint/testing';
import { randomId } from '../../infra/random-id';
import { missedDates } from './meetings';
import { offerPartners, offersSoFar } from './partners';
import { agree, introduce, join, matchesOf, newRound, say, useCastAt } from './testing/campus';
import { threads } from './thread.model';
import { takeDueSteps } from './write-offer';

const START = '2027-03-02T17:00:00Z';
const DATE = '2027-03-05T17:00:00Z';
const DAY = 86_400;
const { clock, server, cast } = useCastAt(START);

async function meet(from: TestStudent, to: TestStudent): Promise<string> {
  await introduce(server, from, to);
  return agree(from, to, { proposedDate: DATE });
}

/** A date that is over. */
async function date(from: TestStudent, to: TestStudent): Promise<string> {
  clock.set(START);
  const id = await meet(from, to);
  clock.set('2027-03-05T20:00:00Z');
  return id;
}

const offerOf = async (student: TestStudent) => (await student.call('GET /offers')).body.items[0];

describe('PUT /offers/{id}/meeting', () => {
  it('before the date is over - answers 409 with the offer, and the question is not shown', async () => {
    const { ann, ben } = cast;
    const id = await meet(ann, ben);
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
    const { ann, ben } = cast;
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
    await meet(ann, ben);
    const last = '2027-03-06T17:00:00.000Z';
    await agree(ann, cem, { proposedDate: last });
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
    const [eve, { ben }] = [await join(server, { name: 'Eve' }), cast];
    const id = await date(eve, ben);
    await say(eve, id, { met: true, again: true });
    await say(ben, id, { met: true, again: true });
    const exported = JSON.stringify((await eve.call('GET /account/export')).body);
    expect(exported).toContain('"meeting":{"met":true,"again":true}');
    await eve.call('DELETE /account');
    const left = { $or: [{ userId: eve.id }, { partnerId: eve.id }] };
    expect(await server.deps.db.collection('offer_meetings').countDocuments(left)).toBe(0);
  });
});

describe('offers', () => {
  it('a date ahead, a date that was and an open offer - are shown, however many offers of the student ended since', async () => {
    const { ann, ben, cem, dan } = cast;
    await introduce(server, ann, ben, cem, dan);
    const model = threads(server.deps.db);
    const invite = async (from: TestStudent, days: number): Promise<string> =>
      (await from.invite(ann, { proposedDate: server.inHours(24 * days) })).body.id;
    const past = await invite(cem, 1);
    await ann.respond(past, 'accept');
    clock.advanceSeconds(2 * DAY);
    const agreed = await invite(ben, 59);
    await ann.respond(agreed, 'accept');
    clock.advanceSeconds(1);
    const open = (await ann.invite(dan, { proposedDate: server.inHours(72) })).body.id;
    const { openPair: _p, endsAt: _e, noticeAt: _n, ...one } = (await model.findById(agreed).lean())!;
    const ended = Array.from({ length: 500 }, (_, i) => {
      const [id, createdAt] = [randomId(), new Date(one.createdAt.getTime() + 2_000 + i)];
      const rounds = [{ ...one.rounds[0]!, id, status: 'declined' as const, createdAt }];
      const people = { initiatorId: ann.id, inviteeId: randomUUID(), participants: [ann.id] };
      return { ...one, ...people, _id: id, roundIds: [id], createdAt, rounds };
    });
    await model.insertMany(ended);
    const { items } = (await ann.call('GET /offers')).body;
    const listed = items.map(({ id }: { id: string }) => id);
    expect(listed).toHaveLength(503);
    expect(listed.slice(-3)).toEqual([open, agreed, past]);
    const { url } = (await ann.call('POST /calendar-feed')).body;
    const feed = await (await fetch(server.url + new URL(url).pathname)).text();
    expect(feed).toContain(agreed);
    const partners = await offerPartners(server.deps, ann.id);
    expect([...partners.open].toSorted()).toEqual([ben.id, dan.id].toSorted());
    expect([...partners.met.keys()]).toEqual([cem.id]);
  });

  it('of several dates that were, the latest - is the last one, in whatever order they are read', async () => {
    const { ann, ben } = cast;
    await introduce(server, ann, ben);
    const model = threads(server.deps.db);
    const id = await agree(ann, ben, { proposedDate: server.inHours(24) });
    clock.advanceSeconds(2 * DAY);
    const latest = (await model.findById(id).lean())!;
    const earlier = ['0', 'f'].map((digit) => {
      const _id = digit.repeat(24);
      const proposedDate = new Date(latest.rounds[0]!.proposedDate.getTime() - 70 * DAY * 1_000);
      const rounds = [{ ...latest.rounds[0]!, id: _id, proposedDate }];
      return { ...latest, _id, roundIds: [_id], rounds, openPair: undefined, endsAt: undefined };
    });
    await model.insertMany(earlier);
    const { dates } = await offersSoFar(server.deps);
    for (const who of [ann, ben])
      expect(dates.get(who.id)).toEqual({ count: 3, last: latest.rounds[0]!.proposedDate });
  });
});
