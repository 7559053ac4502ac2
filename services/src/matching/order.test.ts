import { ageOn, ageRangeOf, birthDay, genderMask, seekingMask } from './rules/identity';
import { hash32, orderScore, tieBreak, timeFactor, unreliability } from './order';

describe('the order of a list', () => {
  it.each([
    [null, 0.875],
    [0, 0.75],
    [6, 0.75 + 0.25 * (1 - Math.exp(-1))],
    [12, 0.75 + 0.25 * (1 - Math.exp(-2))],
  ])('%p common starts - give the factor %d', (starts, factor) =>
    expect(timeFactor(starts)).toBeCloseTo(factor, 12),
  );

  it.each([
    [0, 0],
    [1, 0.005],
    [4, 0.02],
    [50, 0.02],
  ])('%i dates missed - lower by %d', (count, step) => expect(unreliability(count)).toBeCloseTo(step, 12));

  it('the sort key - of any parts - is compatibility times time factor, penalty and tie-breaker', () => {
    const parts = { compatibility: 0.8, sharedStarts: null, missedDates: 1, tie: 1e-7 };
    expect(orderScore(parts)).toBeCloseTo(0.8 * 0.875 - 0.005 + 1e-7, 12);
  });

  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('hash32 of %p - is FNV-1a', (text, hash) => expect(hash32(text)).toBe(hash));

  it('the tie - the same all day for a pair - differs by day, by person and by side, and stays below a millionth', () => {
    const [a, b] = [hash32('ann'), hash32('ben')];
    const ties = [tieBreak(1, a, b), tieBreak(2, a, b), tieBreak(1, b, a), tieBreak(1, a, a)];
    expect(tieBreak(1, a, b)).toBe(ties[0]);
    expect(new Set(ties).size).toBe(4);
    const many = Array.from({ length: 2000 }, (_, i) => tieBreak(i, a, hash32(`s${i}`)));
    expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...many)).toBeLessThan(1e-6);
    expect(many.filter((tie) => tie < 5e-7).length / many.length).toBeCloseTo(0.5, 1);
  });
});

describe('gender and age for the filter', () => {
  const own = (shown_to?: unknown) => ({
    gender_identity: { value: 'other' as const, other: 'x', shown_to },
  });
  it.each([
    [{}, 0],
    [{ gender_identity: 'man' }, 1],
    [{ gender_identity: 'woman' }, 2],
    [own(), 4],
    [own(['men']), 5],
    [own(['men', 'women']), 7],
    [own(['nobody']), 4],
  ])('%j - is found under %i', (answers, mask) => expect(genderMask(answers as never)).toBe(mask));

  it.each([
    [{}, 0],
    [{ seeking_genders: { values: ['men'] } }, 1],
    [{ seeking_genders: { values: ['men', 'women', 'other'] } }, 7],
  ])('%j - looks for %i', (answers, mask) => expect(seekingMask(answers)).toBe(mask));

  it.each([
    [{}, null],
    [{ bundle_intro: { date_of_birth: '1970-01-01' } }, 0],
    [{ bundle_intro: { date_of_birth: '2004-02-29' } }, 12477],
    [{ bundle_intro: { date_of_birth: 'soon' } }, null],
  ])('%j - was born on day %p', (answers, day) => expect(birthDay(answers)).toBe(day));

  it.each([
    [{}, { min: 18, max: 25 }],
    [{ age_preference: [20, 24] }, { min: 20, max: 24 }],
    [{ age_preference: [10, 29] }, { min: 18, max: 29 }],
    [{ age_preference: [18, 30] }, { min: 18, max: Number.POSITIVE_INFINITY }],
    [{ age_preference: [18] }, { min: 18, max: 25 }],
  ])('%j - looks for ages %j', (answers, range) => expect(ageRangeOf(answers as never)).toEqual(range));

  const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  it.each([
    ['2026-03-14', 21],
    ['2026-03-15', 22],
    ['2026-03-16', 22],
    ['2026-02-20', 21],
    ['2026-04-01', 22],
    ['2026-12-01', 22],
  ])('born on 15 March 2004 - on %s - is %i', (today, age) =>
    expect(ageOn(day('2004-03-15'), day(today))).toBe(age),
  );
});
