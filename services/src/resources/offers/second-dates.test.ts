import type { TestStudent } from '@flint/testing';
import { agree, introduce, join, joinAnother, matchesOf, newRound, say, useCastAt } from './testing/campus';

const HOUR = 3_600;
const { clock, server, cast } = useCastAt('2027-03-02T17:00:00Z');

const AGAIN = { met: true, again: true };

/** A date that is over, about which Ann would meet again. */
async function dateOf(ann: TestStudent, ben: TestStudent): Promise<string> {
  const id = await agree(ben, ann);
  clock.advanceSeconds(33 * HOUR);
  expect((await say(ann, id, AGAIN)).status).toBe(200);
  return id;
}

describe('a second date', () => {
  it.each([
    ['the other says “once was enough”', { met: true, again: false }],
    ['the other says nothing', null],
  ])('after which %s - is the last, whatever both said about the first', async (_, answer) => {
    const { ann, ben } = cast;
    await introduce(server, ann, ben);
    await say(ben, await dateOf(ann, ben), AGAIN);
    await newRound(server);
    expect(await matchesOf(ann)).toContain(ben.id);
    const second = await dateOf(ann, ben);
    if (answer) await say(ben, second, answer);
    await newRound(server);
    expect(await matchesOf(ann)).not.toContain(ben.id);
    expect(await matchesOf(ben)).not.toContain(ann.id);
    const third = await ann.invite(ben, { proposedDate: server.inHours(30) });
    expect(third.body.code).toBe('not_a_match');
    await say(ben, second, AGAIN);
    await newRound(server);
    expect(await matchesOf(ben)).toContain(ann.id);
  });
});

describe('a date that one of the two calls off after its start', () => {
  it.each([
    ['once was enough for the other', AGAIN, { met: true, again: false }, false],
    ['the other says nothing', AGAIN, null, false],
    ['both would meet again', AGAIN, AGAIN, true],
  ])('after which %s - brings them together only if both said “again”', async (_, bens, anns, isTogether) => {
    const { ann, ben } = cast;
    // the round of an earlier test may be of a later day
    await newRound(server);
    await introduce(server, ann, ben);
    const id = await agree(ben, ann);
    clock.advanceSeconds(31 * HOUR);
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(200);
    // before the next round, too
    expect(await matchesOf(ben)).not.toContain(ann.id);
    await say(ben, id, bens);
    if (anns) await say(ann, id, anns);
    clock.advanceSeconds(24 * HOUR);
    await newRound(server);
    for (const [from, to] of [
      [ann, ben],
      [ben, ann],
    ] as const)
      expect((await matchesOf(from)).includes(to.id)).toBe(isTogether);
    const second = await ben.invite(ann, { proposedDate: server.inHours(30) });
    expect(second.body.code).toBe(isTogether ? undefined : 'not_a_match');
  });
});

describe('a date that both would repeat', () => {
  it.each([
    ['is paused', 'PUT /safety/pause', { paused: true }, { paused: false }],
    [
      'lacks an answer',
      'PATCH /profile',
      { answers: { gender_identity: null } },
      { answers: { gender_identity: 'woman' } },
    ],
  ])(
    'when one of the two %s during the round, so that the other cannot see them - shows neither to the other until the round after, as if the other had said “once was enough”',
    async (_, call, leaving, returning) => {
      const { ann, ben } = cast;
      await newRound(server);
      await introduce(server, ann, ben);
      await say(ben, await dateOf(ann, ben), AGAIN);
      const change = async (body: object) => expect((await ann.call(call, body)).status).toBeLessThan(300);
      await change(leaving);
      await newRound(server);
      expect(await matchesOf(ben)).not.toContain(ann.id);
      await change(returning);
      expect(await matchesOf(ann)).not.toContain(ben.id);
      expect(await matchesOf(ben)).not.toContain(ann.id);
      await newRound(server);
      expect(await matchesOf(ann)).toContain(ben.id);
      expect(await matchesOf(ben)).toContain(ann.id);
    },
  );
});

describe('a date of somebody who deletes the account and returns', () => {
  it.each([
    ['that is over, after which once was enough for the other', 33, { met: true, again: false }, false],
    ['that is over, which both would repeat', 33, AGAIN, true],
    ['that is under way', 31, null, false],
  ])('%s - keeps the two apart, unless both said “again”', async (_, hours, answer, isTogether) => {
    const { ann } = cast;
    const ben = await joinAnother(server, ann);
    const id = await agree(ben, ann);
    clock.advanceSeconds(hours * HOUR);
    if (answer) {
      await say(ben, id, AGAIN);
      await say(ann, id, answer);
    }
    expect((await ben.call('DELETE /account')).status).toBe(204);
    clock.advanceSeconds(24 * HOUR);
    const back = await join(server, { name: 'Ben', gender: 'man', email: ben.email });
    await newRound(server);
    expect((await matchesOf(ann)).includes(back.id)).toBe(isTogether);
    expect((await matchesOf(back)).includes(ann.id)).toBe(isTogether);
  });
});
