import fc from 'fast-check';
import { ageOn, birthDateProblem, isUnderAgeByYear, latestBirthDate } from './age';

describe('age', () => {
  it.each([
    ['2008-11-21', '2026-11-21', 18],
    ['2008-11-22', '2026-11-21', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2005-02-30', '2026-11-21', null],
    ['5-2-3', '2026-11-21', null],
  ])('born %s - on %s - is %p', (born, today, age) => expect(ageOn(born, today)).toBe(age));

  it.each([
    ['2008-11-22', 'under_age'],
    ['2008-11-21', null],
    ['1925-11-22', null],
    ['1925-11-21', 'implausible'],
    ['2026-11-21', 'under_age'],
    ['2026-11-22', 'implausible'],
    ['2004-13-01', 'not_a_date'],
    ['', 'not_a_date'],
    ['2030-01-01', 'implausible'],
  ])('a date of birth of %p - on 21 November 2026 - has the problem %p', (born, problem) =>
    expect(birthDateProblem(born, '2026-11-21')).toBe(problem),
  );

  it('the picker, which compares years only (spec 5) - of a 17-year-old born late in the year - accepts what the full check refuses', () => {
    expect(isUnderAgeByYear('2008-12-31', '2026-11-21')).toBe(false);
    expect(birthDateProblem('2008-12-31', '2026-11-21')).toBe('under_age');
    expect(isUnderAgeByYear('2009-01-01', '2026-11-21')).toBe(true);
  });

  it('the latest date of the picker - on any day - is the birth date of somebody who turned 18 that day or, on 29 February, the day before', () => {
    const days = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, (today) => {
        const latest = latestBirthDate(today);
        expect(birthDateProblem(latest, today)).toBeNull();
        const next = new Date(`${latest}T00:00:00Z`);
        next.setUTCDate(next.getUTCDate() + 1);
        const isLeapDay = today.endsWith('-02-29');
        if (!isLeapDay) expect(birthDateProblem(next.toISOString().slice(0, 10), today)).toBe('under_age');
      }),
    );
    expect(latestBirthDate('2028-02-29')).toBe('2010-02-28');
  });
});
