import { checklistOf } from './checklist-items';
import { countOf, hoursPerWeek } from './hours-per-week';

type Facts = Parameters<typeof checklistOf>[0];

const NOTHING: Facts = { completeness: 20, sections: undefined, week: null, photos: 0 };
const card = (title: string, facts: Partial<Facts>) =>
  checklistOf({ ...NOTHING, ...facts }).find((item) => item.title === title)!;
const week = (...ranges: [startHour: number, endHour: number][]): Facts['week'] => ({
  utcSlots: ranges.map(([startHour, endHour], dayOfWeek) => ({ dayOfWeek, startHour, endHour })),
  timezone: 'UTC',
  lastUpdated: '2026-01-01T00:00:00Z',
});

describe('the cards of the profile', () => {
  it.each([
    ['a profile that has none', [], 'No answers yet'],
    ['a server that did not say', undefined, undefined],
  ])('the answers of %s - are named as far as they are known', (_, sections, text) =>
    expect(card('Basic Info', { sections }).text).toBe(text),
  );

  it('a week - is complete from its first hour on, and says so', () => {
    const [before, after] = ['When you are free for a date', 'Your free hours are saved'];
    expect(card('Availability', { week: week() })).toMatchObject({ complete: false, text: before });
    expect(card('Availability', { week: week([22, 23]) })).toMatchObject({ complete: true, text: after });
  });

  it('a week - counts two hours for each range, and says so', () => {
    expect([null, week(), week([9, 12], [20, 22])].map(hoursPerWeek)).toEqual([0, 0, 4]);
    expect(countOf(week([9, 12], [20, 22])!)).toBe('2 hours for each free range');
    // 5 to 9 PM in Toronto, stored in two ranges
    const cut = { ...week([0, 2])!, timezone: 'America/Toronto' };
    const utcSlots = [...cut.utcSlots, { dayOfWeek: 6, startHour: 22, endHour: 24 }];
    expect(countOf({ ...cut, utcSlots })).toBe('2 hours for each free range, cut at 7 PM');
    expect(countOf({ ...cut, lastUpdated: '2026-07-01T00:00:00Z' })).toMatch(/at 8\sPM$/);
    // the day on which the clocks change, an hour after that
    expect(countOf({ ...cut, lastUpdated: '2026-11-01T07:00:00Z' })).toMatch(/at 7\sPM$/);
  });

  it.each([
    ['America/St_Johns', '8:30 PM'],
    ['Asia/Kolkata', '5:30 AM'],
    ['America/Toronto', '7 PM'],
  ])('a week in %s - is cut at %s', (timezone, clock) => {
    expect(countOf({ ...week([0, 2])!, timezone })).toMatch(`at ${clock}`);
  });

  it('photos - are complete from the first on', () => {
    expect(card('Photos', {}).complete).toBe(false);
    expect(card('Photos', { photos: 1 })).toMatchObject({ complete: true, text: '1 of 6 photos' });
  });
});
