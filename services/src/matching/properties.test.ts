import { buildAnswers } from '../../seed/answers';
import { createRandom } from '../../seed/random';
import { scoreOf } from './packed/score';
import { mayMeet } from './reference/hard-filter';
import { compatibility } from './reference/score';
import { CONFIDENCE_PULL } from './weights';
import type { MatchStudent } from './student';
import { meets, snapshotOf } from './testing/campus';

const NOW = new Date('2026-11-21T12:00:00Z');
const TODAY = Math.floor(NOW.getTime() / 86_400_000);

const random = createRandom(23);
const people = Array.from({ length: 60 }, (_, i): MatchStudent => ({
  id: `p${i}`,
  answers: buildAnswers(random, 'Sam', NOW),
  week: null,
  missedDates: 0,
}));
const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b] as const));

const reversed = (answer: unknown): unknown =>
  Array.isArray(answer) && answer.every((each) => typeof each === 'string') ? answer.toReversed() : answer;

/** How well each two who may meet fit, by both ids. */
async function fits(students: readonly MatchStudent[]): Promise<Map<string, number>> {
  const snapshot = await snapshotOf(students);
  return new Map(
    snapshot.ids.flatMap((a, row) =>
      snapshot.ids
        .filter((b) => meets(snapshot, a, b))
        .map((b) => [`${a} ${b}`, scoreOf(snapshot.tables, row, snapshot.rowOf(b))] as const),
    ),
  );
}

describe('matching', () => {
  it('compatibility and the hard filter - of every pair - are the same from both sides, in both engines', async () => {
    const scored = await fits(people);
    const uneven = pairs.filter(
      ([a, b]) =>
        compatibility(a.answers, b.answers) !== compatibility(b.answers, a.answers) ||
        mayMeet(a, b, TODAY) !== mayMeet(b, a, TODAY) ||
        scored.get(`${a.id} ${b.id}`) !== scored.get(`${b.id} ${a.id}`),
    );
    expect(uneven).toEqual([]);
    expect(scored.size).toBeGreaterThan(100);
  });

  it('the order in which options were picked, and in which students came - changes nothing', async () => {
    const shuffled = people.toReversed().map((each) => ({
      ...each,
      answers: Object.fromEntries(
        Object.entries(each.answers)
          .toReversed()
          .map(([id, answer]) => [id, id === 'age_preference' ? answer : reversed(answer)]),
      ) as MatchStudent['answers'],
    }));
    expect(new Map([...(await fits(shuffled))].sort())).toEqual(new Map([...(await fits(people))].sort()));
  });

  it('another id for everybody - changes who ties with whom, not who may meet nor how well they fit', async () => {
    const renamed = await fits(people.map((each) => ({ ...each, id: `other-${each.id}` })));
    const plain = [...renamed].map(([ids, fit]) => [ids.replaceAll('other-', ''), fit]);
    expect(plain).toEqual([...(await fits(people))]);
  });

  it('with nothing answered - is pulled to one half, and every wish fulfilled never lowers it', () => {
    expect(CONFIDENCE_PULL).toBeGreaterThan(0);
    expect(compatibility({}, {})).toBe(0.5);
    for (const [a, b] of pairs.slice(0, 200)) {
      const theirs = { ...b.answers, personality_type: a.answers.ideal_personality_traits! };
      expect(compatibility(a.answers, theirs)).toBeGreaterThanOrEqual(
        compatibility(a.answers, { ...theirs, personality_type: [] }) - 1e-12,
      );
    }
  });
});
