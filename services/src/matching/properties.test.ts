import { buildAnswers } from '../../seed/answers';
import { createRandom } from '../../seed/random';
import { MatchIndex } from './packed/match-index';
import { mayMeet } from './reference/hard-filter';
import { compatibility } from './reference/score';
import { CONFIDENCE_PULL } from './weights';
import type { MatchStudent } from './student';
import { createProjector, hourWindow } from '@flint/contracts/week/hours';

const NOW = new Date('2026-11-21T12:00:00Z');
const TODAY = Math.floor(NOW.getTime() / 86_400_000);
const TODAY_YMD = 20261121;
const projector = createProjector(hourWindow(NOW, 'America/Toronto'));

const random = createRandom(23);
const people = Array.from({ length: 60 }, (_, i): MatchStudent => ({
  id: `p${i}`,
  answers: buildAnswers(random, 'Sam', NOW),
  week: null,
  weeksUnasked: 0,
  missedDates: 0,
}));
const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b] as const));

const reversed = (answer: unknown): unknown =>
  Array.isArray(answer) && answer.every((each) => typeof each === 'string') ? answer.toReversed() : answer;

function indexOf(students: readonly MatchStudent[]): MatchIndex {
  const index = new MatchIndex(projector);
  for (const each of students) index.put(each);
  return index;
}
const rank = (index: MatchIndex, id: string) =>
  index.rank(id, { todayYmd: TODAY_YMD, limit: people.length }).items;

describe('matching', () => {
  it('compatibility and the hard filter - of every pair - are the same from both sides, in both engines', () => {
    const index = indexOf(people);
    const scored = new Map(
      people.flatMap(({ id }) => rank(index, id).map((item) => [`${id} ${item.id}`, item.compatibility])),
    );
    const uneven = pairs.filter(
      ([a, b]) =>
        compatibility(a.answers, b.answers) !== compatibility(b.answers, a.answers) ||
        mayMeet(a, b, TODAY) !== mayMeet(b, a, TODAY) ||
        scored.get(`${a.id} ${b.id}`) !== scored.get(`${b.id} ${a.id}`),
    );
    expect(uneven).toEqual([]);
    expect(scored.size).toBeGreaterThan(100);
  });

  it('the order in which options were picked, and in which students came - changes nothing', () => {
    const shuffled = people.toReversed().map((each) => ({
      ...each,
      answers: Object.fromEntries(
        Object.entries(each.answers)
          .toReversed()
          .map(([id, answer]) => [id, id === 'age_preference' ? answer : reversed(answer)]),
      ) as MatchStudent['answers'],
    }));
    const [before, after] = [indexOf(people), indexOf(shuffled)];
    for (const { id } of people) expect(rank(after, id)).toEqual(rank(before, id));
  });

  it('another id for everybody - changes who ties with whom, not who may meet nor how well they fit', () => {
    const renamed = indexOf(people.map((each) => ({ ...each, id: `other-${each.id}` })));
    const before = indexOf(people);
    const fits = (index: MatchIndex, id: string) =>
      new Map(rank(index, id).map((item) => [item.id.replace('other-', ''), item.compatibility]));
    for (const { id } of people) expect(fits(renamed, `other-${id}`)).toEqual(fits(before, id));
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
