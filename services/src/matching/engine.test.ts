import { isShort } from '@flint/testing/long';
import { BYTES_PER_STUDENT, scoreOf } from './packed/engine';
import { mayMeet } from './rules/may-meet';
import { compatibility } from './rules/score';
import type { MatchStudent } from './student';
import { meets, population, snapshotOf, TODAY } from './testing/campus';

const people = population(23, isShort ? 42 : 60);
const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b] as const));

const reversed = (answer: unknown): unknown =>
  Array.isArray(answer) && answer.every((each) => typeof each === 'string') ? answer.toReversed() : answer;

/** The compatibility of each two who may meet, by both ids. */
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

describe('the packed engine', () => {
  it('a student - takes at most 200 bytes', () => expect(BYTES_PER_STUDENT).toBeLessThanOrEqual(200));
});

describe('matching', () => {
  it('compatibility and the hard filter - of every pair - are the same from either side, in both engines', async () => {
    const scored = await fits(people);
    for (const [a, b] of pairs) {
      expect(compatibility(a.answers, b.answers)).toBe(compatibility(b.answers, a.answers));
      const both = [mayMeet(a, b, TODAY), mayMeet(b, a, TODAY)];
      expect([scored.has(`${a.id} ${b.id}`), scored.has(`${b.id} ${a.id}`)]).toEqual(both);
      expect(both[0]).toBe(both[1]);
      expect(scored.get(`${a.id} ${b.id}`)).toBe(scored.get(`${b.id} ${a.id}`));
    }
    expect(scored.size).toBeGreaterThan(100);
  });

  it('the order of picked options and of students - changes nothing', async () => {
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

  it('other ids for everybody - change tie-breaks only, not who may meet or how well they fit', async () => {
    const renamed = await fits(people.map((each) => ({ ...each, id: `other-${each.id}` })));
    const plain = [...renamed].map(([ids, fit]) => [ids.replaceAll('other-', ''), fit]);
    expect(plain).toEqual([...(await fits(people))]);
  });

  it('without answers - is pulled to one half, and a fulfilled wish or one more hobby in common never lowers it', () => {
    expect(compatibility({}, {})).toBe(0.5);
    for (const [{ answers: a }, { answers: b }] of pairs) {
      const trait = a.ideal_personality_traits ?? [];
      const fulfilled = compatibility(a, { ...b, personality_type: trait });
      expect(fulfilled).toBeGreaterThanOrEqual(compatibility(a, { ...b, personality_type: [] }) - 1e-12);
      const withHobbies = (answers: typeof a, hobbies: string[]) => ({
        ...answers,
        hobbies_interests: hobbies,
        ideal_hobbies_interests: hobbies,
      });
      const mine = withHobbies(a, ['climbing', 'cycling']);
      expect(compatibility(mine, withHobbies(b, ['climbing', 'cycling']))).toBeGreaterThanOrEqual(
        compatibility(mine, withHobbies(b, ['climbing', 'coffee_tea'])),
      );
    }
  });

  it('never reads ethnicity, height, attachment, pronouns, year or program', () => {
    const changed = {
      ethnicity: { values: ['inuit'] },
      height_feet_inches: { feet: 7, inches: 0 },
      attachment_self: 'anxious',
      pronouns: 'they_them',
      academic_info: 'graduate',
      major_program: 'nursing',
    };
    for (const [{ answers: a }, { answers: b }] of pairs)
      expect(compatibility(a, { ...b, ...changed })).toBe(compatibility(a, b));
  });
});
