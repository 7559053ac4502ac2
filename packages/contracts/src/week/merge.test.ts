import { isSameWeek, mergeHours, weekOf } from './merge';
import { cellOf } from './grid';

const WINTER = new Date('2027-01-15T12:00:00Z');
const SUMMER = new Date('2027-07-15T12:00:00Z');
const ZONE = 'America/Toronto';
const cells = (...hours: number[]) => new Set(hours.map((hour) => cellOf(1, hour)));
const week = weekOf(cells(9, 10), ZONE, WINTER);

it.each([
  ['none and none', null, null, true],
  ['one and none', week, null, false],
  [
    'the same hours of the clock, before and after it changed',
    week,
    weekOf(cells(10, 9), ZONE, SUMMER),
    true,
  ],
  ['an hour more', week, weekOf(cells(9, 10, 11), ZONE, WINTER), false],
  ['another hour', week, weekOf(cells(9, 11), ZONE, WINTER), false],
  ['the same hours of another zone’s clock', week, weekOf(cells(9, 10), 'Europe/Paris', WINTER), false],
])('two weeks: %s - are compared as students see them', (_, one, other, isSame) => {
  expect(isSameWeek(one, other)).toBe(isSame);
  expect(isSameWeek(other, one)).toBe(isSame);
});

it('hours of a device that never saw the stored week - are added to its clock at their instants, and its zone stays', () => {
  const { cells: merged, timezone } = mergeHours(week, weekOf(cells(14, 18), 'Europe/Paris', WINTER), null);
  expect([timezone, [...merged]]).toEqual([ZONE, [...cells(9, 10, 8, 12)]]);
});
