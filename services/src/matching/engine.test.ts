import { BYTES_PER_STUDENT } from './packed/columns';
import { scoreOf } from './packed/score';
import { rankByReference } from './reference/rank';
import { compatibility } from './reference/score';
import type { MatchStudent } from './student';
import { makeListFor, type Snapshot } from './round/index';
import { NOW, population, snapshotOf, TODAY } from './testing/campus';
import { createProjector, hourWindow } from '@flint/contracts/week/hours';

const projector = createProjector(hourWindow(NOW, 'America/Toronto'));

const listed = (snapshot: Snapshot, id: string, apart: ReadonlySet<string> = new Set()) =>
  makeListFor(snapshot, id, { apart }).shown.map((entry) => entry.id);

describe('the packed engine', () => {
  it('200 random populations - with missing answers, own words, other zones - ranks and scores as the reference does', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const students = population(seed, 30);
      const snapshot = await snapshotOf(students);
      const [viewer] = students as [MatchStudent];
      const expected = rankByReference(viewer, students, { today: TODAY, projector, limit: 20 });
      expect(listed(snapshot, viewer.id)).toEqual(expected.map(({ id }) => id));
      for (const { id, compatibility: fit } of expected)
        expect(scoreOf(snapshot.tables, 0, snapshot.rowOf(id))).toBeCloseTo(fit, 12);
    }
  });

  it('an excluded person - is not listed', async () => {
    const snapshot = await snapshotOf(population(5, 40));
    const [gone, ...others] = listed(snapshot, 's5-0');
    expect(listed(snapshot, 's5-0', new Set([gone!]))).toEqual(expect.arrayContaining(others));
    expect(listed(snapshot, 's5-0', new Set([gone!]))).not.toContain(gone);
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
