import { createProjector, hourWindow } from '@flint/contracts/week/hours';
import type { MatchStudent } from '../student';
import { mayMeet } from './may-meet';
import { rankByReference } from './rank';

const NOW = new Date('2026-11-21T12:00:00Z');
const TODAY = Math.floor(NOW.getTime() / 86_400_000);
const projector = createProjector(hourWindow(NOW, 'America/Toronto'));

const born = (date_of_birth: string) => ({ bundle_intro: { date_of_birth } });
const ann = {
  ...born('2004-11-21'),
  gender_identity: 'woman',
  seeking_genders: { values: ['men'] },
  age_preference: [20, 24],
};
const ben = {
  ...born('2003-11-21'),
  gender_identity: 'man',
  seeking_genders: { values: ['women'] },
  age_preference: [22, 25],
};
const student = (id: string, answers: object, rest: Partial<MatchStudent> = {}): MatchStudent => ({
  id,
  answers: answers as MatchStudent['answers'],
  week: null,
  missedDates: 0,
  ...rest,
});

describe('mayMeet', () => {
  it.each<[string, object, object, boolean]>([
    ['two who seek each other', ann, ben, true],
    ['a gender not sought', ann, { ...ben, gender_identity: 'woman' }, false],
    ['one who does not seek the other', ann, { ...ben, seeking_genders: { values: ['men'] } }, false],
    ['no date of birth', ann, { ...ben, bundle_intro: {} }, false],
    ['a day too young for the other', { ...ann, ...born('2004-11-22') }, ben, false],
    ['a day before the top age is passed', ann, { ...ben, ...born('2001-11-22') }, true],
    ['the day it is passed', ann, { ...ben, ...born('2001-11-21') }, false],
    [
      '17 years, whatever was wished',
      { ...ann, age_preference: [10, 24] },
      { ...ben, ...born('2008-11-22') },
      false,
    ],
    [
      '18 years, where they are wished',
      { ...ann, age_preference: [18, 24] },
      { ...ben, ...born('2008-11-21') },
      true,
    ],
    [
      'a firm no',
      { ...ann, lifestyle_dealbreakers: { values: ['casual_only'] } },
      { ...ben, intent: 'casual_dating' },
      false,
    ],
  ])('%s - from either side - follows the rules', (_what, a, b, may) => {
    expect(mayMeet(student('a', a), student('b', b), TODAY)).toBe(may);
    expect(mayMeet(student('b', b), student('a', a), TODAY)).toBe(may);
  });

  it('the student - who seeks their own gender - is not a candidate', () => {
    const same = student('a', { ...ann, seeking_genders: { values: ['women'] } });
    expect(mayMeet(same, { ...same, id: 'b' }, TODAY)).toBe(true);
    expect(mayMeet(same, same, TODAY)).toBe(false);
  });
});

describe('rankByReference', () => {
  const words = new Uint32Array(6).fill(0xffffffff);
  const week = { words, timezone: 'America/Toronto' };
  const viewer = student('viewer', { ...ann, intent: 'serious_relationship' }, { week });
  const pool = [
    student('casual', { ...ben, intent: 'casual_dating' }, { week }),
    student('serious', { ...ben, intent: 'serious_relationship' }, { week }),
    student('weekless', { ...ben, intent: 'serious_relationship' }),
    student('blocked', { ...ben, intent: 'serious_relationship' }, { week }),
    student('woman', { ...ben, gender_identity: 'woman' }, { week }),
  ];
  const rank = (limit: number) =>
    rankByReference(viewer, pool, { today: TODAY, projector, exclude: new Set(['blocked']), limit });

  it('people who fit, have time and are not excluded - are listed best first, up to the limit', () => {
    const ranked = rank(10);
    expect(ranked.map(({ id }) => id)).toEqual(['serious', 'weekless', 'casual']);
    expect(ranked.map(({ sharedStarts }) => sharedStarts)).toEqual([335, null, 335]);
    expect(ranked[0]!.compatibility).toBe(ranked[1]!.compatibility);
    expect(ranked[0]!.order).toBeGreaterThan(ranked[1]!.order);
    expect(rank(2)).toEqual(ranked.slice(0, 2));
  });

  it('without a week of the viewer - ignores shared time', () =>
    expect(
      rankByReference({ ...viewer, week: null }, pool, { today: TODAY, projector, limit: 1 })[0]!
        .sharedStarts,
    ).toBeNull());
});
