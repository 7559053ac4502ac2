import { createProjector, hourWindow } from '@flint/contracts/week/hours';
import { buildAnswers } from '../../../seed/answers';
import { createRandom } from '../../../seed/random';
import { rankByReference } from '../reference/rank';
import type { MatchStudent } from '../student';
import { MatchIndex } from './match-index';
import { Vocabulary } from './vocabulary';

const NOW = new Date('2026-11-21T12:00:00Z');
const TODAY_YMD = 20261121;
const projector = createProjector(hourWindow(NOW, 'America/Toronto'));
const random = createRandom(5);
/** More than the columns have room for at first. */
const people = Array.from({ length: 300 }, (_, i): MatchStudent => {
  const words = new Uint32Array(6).fill(i % 3 === 0 ? 0xffffffff : 0xff);
  return {
    id: `p${i}`,
    answers: buildAnswers(random, 'Sam', NOW),
    week: i % 4 === 0 ? null : { words, timezone: 'America/Toronto' },
    weeksUnasked: 0,
    missedDates: 0,
  };
});
const index = new MatchIndex(projector);
for (const each of people) index.put(each);

describe('a short list', () => {
  it('of five - for each of 50 people - is the beginning of the whole list, and counts the same people', () => {
    for (const { id } of people.slice(0, 50)) {
      const whole = index.rank(id, { todayYmd: TODAY_YMD, limit: people.length });
      const short = index.rank(id, { todayYmd: TODAY_YMD, limit: 5, exclude: new Set(['nobody']) });
      expect(short.items).toEqual(whole.items.slice(0, 5));
      expect(short.eligible).toBe(whole.eligible);
    }
  });
});

describe('somebody who is not in the index', () => {
  it('asked for in any way - has nothing, meets nobody, and can be removed', () => {
    index.remove('nobody');
    expect(index.rank('nobody', { todayYmd: TODAY_YMD, limit: 5 })).toMatchObject({ items: [], eligible: 0 });
    expect(index.shownAnswersOf('nobody')).toEqual({});
    expect(index.sharedStarts('nobody', 'p1')).toEqual([]);
    expect(index.sharedStarts('p1', 'nobody')).toEqual([]);
    expect(index.mayMeet('nobody', 'p1', TODAY_YMD)).toBe(false);
    expect(index.mayMeet('p1', 'p1', TODAY_YMD)).toBe(false);
    expect(index.hasWeek('nobody')).toBe(false);
    expect(index.isCurrent({ ...people[1]!, id: 'nobody' })).toBe(false);
  });
});

describe('what the index holds', () => {
  it('of a student - is current until an answer or an hour of the week changes', () => {
    const one = people[1]!;
    expect(index.isCurrent(one)).toBe(true);
    expect(index.isCurrent({ ...one, answers: {} })).toBe(false);
    const words = one.week!.words.slice();
    words[5]! ^= 1;
    expect(index.isCurrent({ ...one, week: { ...one.week!, words } })).toBe(false);
    expect([index.hasWeek('p0'), index.hasWeek('p1')]).toEqual([false, true]);
  });

  it('a question without options - has no vocabulary', () =>
    expect(() => new Vocabulary('height_feet_inches')).toThrow('height_feet_inches has no options'));
});

describe('the reference', () => {
  it('two entries that tie in everything - keep one order, by id', () => {
    const [a, b] = [people[1]!, people[2]!];
    const woman = { ...a.answers, gender_identity: 'woman', seeking_genders: { values: ['women'] } };
    const open = { age_preference: [18, 30] as const, lifestyle_dealbreakers: { values: ['none'] } };
    const viewer: MatchStudent = { ...a, id: 'viewer', answers: { ...woman, ...open } };
    const twin = { ...b, answers: { ...woman, ...open } };
    const ranked = rankByReference(viewer, [twin, twin], { today: 20778, projector, limit: 5 });
    expect(ranked.map(({ id }) => id)).toEqual(['p2', 'p2']);
    expect(ranked[0]).toEqual(ranked[1]);
  });
});
