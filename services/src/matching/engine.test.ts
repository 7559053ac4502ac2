import { createRandom } from '../../seed/random';
import { MatchIndex } from './packed/match-index';
import { BYTES_PER_STUDENT } from './packed/columns';
import { mayMeet } from './reference/hard-filter';
import { rankByReference } from './reference/rank';
import { compatibility } from './reference/score';
import type { MatchStudent } from './student';
import { NOW, population, randomStudent, TODAY, TODAY_YMD } from './testing/campus';
import { createProjector, hourWindow } from '@flint/contracts/week/hours';

const projector = createProjector(hourWindow(NOW, 'America/Toronto'));

function indexed(students: readonly MatchStudent[]) {
  const index = new MatchIndex(projector);
  for (const each of students) index.put(each);
  return index;
}

describe('the packed engine', () => {
  it('200 random populations - with missing answers, own words, other zones - ranks exactly as the reference does', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const students = population(seed, 30);
      const index = indexed(students);
      const [viewer] = students;
      const expected = rankByReference(viewer!, students, { today: TODAY, projector, limit: 20 }).map(
        (item) => ({ ...item, order: 0 }),
      );
      const actual = index.rank(viewer!.id, { todayYmd: TODAY_YMD, limit: 20 }).items;
      expect(actual.map(({ id, sharedStarts }) => [id, sharedStarts])).toEqual(
        expected.map(({ id, sharedStarts }) => [id, sharedStarts]),
      );
      actual.forEach((item, i) => expect(item.compatibility).toBeCloseTo(expected[i]!.compatibility, 12));
    }
  });

  it('the hard filter - asked either way round - answers the same as the reference', () => {
    const students = population(7, 60);
    const index = indexed(students);
    let met = 0;
    for (const a of students) {
      for (const b of students) {
        const expected = mayMeet(a, b, TODAY);
        met += Number(expected);
        expect(index.mayMeet(a.id, b.id, TODAY_YMD)).toBe(expected);
        expect(mayMeet(b, a, TODAY)).toBe(expected);
      }
    }
    expect(met).toBeGreaterThan(50);
  });

  it('a student who changed or left - is ranked by what holds now', () => {
    const students = population(3, 40);
    const index = indexed(students);
    const rank = (now: readonly MatchStudent[]) =>
      rankByReference(now[0]!, now, { today: TODAY, projector, limit: 20 }).map(({ id }) => id);
    const listed = rank(students);
    const changed = students.map((each) =>
      each.id === listed[0] ? randomStudent(createRandom(99), each.id) : each,
    );
    index.put(changed.find(({ id }) => id === listed[0])!);
    index.remove(listed[1]!);
    const left = changed.filter(({ id }) => id !== listed[1]);
    expect(index.rank(students[0]!.id, { todayYmd: TODAY_YMD, limit: 20 }).items.map(({ id }) => id)).toEqual(
      rank(left),
    );
  });

  it('an excluded person - is neither listed nor counted', () => {
    const students = population(5, 40);
    const index = indexed(students);
    const before = index.rank('s5-0', { todayYmd: TODAY_YMD, limit: 20 });
    const gone = before.items[0]!.id;
    const after = index.rank('s5-0', { todayYmd: TODAY_YMD, limit: 20, exclude: new Set([gone]) });
    expect(after.eligible).toBe(before.eligible - 1);
    expect(after.items.map(({ id }) => id)).not.toContain(gone);
  });

  it('a student - takes at most 200 bytes', () => {
    expect(BYTES_PER_STUDENT).toBeLessThanOrEqual(200);
  });
});

describe('compatibility', () => {
  const students = population(11, 40);

  it('of two people - is the same from both sides', () => {
    for (const a of students)
      for (const b of students)
        expect(compatibility(a.answers, b.answers)).toBe(compatibility(b.answers, a.answers));
  });

  it('with one more hobby in common - never falls', () => {
    for (const [i, a] of students.entries()) {
      const b = students[(i + 1) % students.length]!;
      const mine = {
        ...a.answers,
        hobbies_interests: ['climbing', 'cycling'],
        ideal_hobbies_interests: ['climbing', 'cycling'],
      };
      const theirs = (hobbies: string[]) => ({
        ...b.answers,
        hobbies_interests: hobbies,
        ideal_hobbies_interests: hobbies,
      });
      expect(compatibility(mine, theirs(['climbing', 'cycling']))).toBeGreaterThanOrEqual(
        compatibility(mine, theirs(['climbing', 'coffee_tea'])),
      );
    }
  });

  it('never reads ethnicity, height, attachment, pronouns, year or program', () => {
    const [a, b] = [students[0]!.answers, students[1]!.answers];
    const changed = {
      ...b,
      ethnicity: { values: ['inuit'] },
      height_feet_inches: { feet: 7, inches: 0 },
      attachment_self: 'anxious',
      pronouns: 'they_them',
      academic_info: 'graduate',
      major_program: 'nursing',
    };
    expect(compatibility(a, changed)).toBe(compatibility(a, b));
  });
});
