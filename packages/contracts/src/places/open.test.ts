import { PLACE_KIND_NAMES, PLACE_KINDS } from './kinds';
import { isOpenFor, localTime, minutesOpen, suitsHour, type OpeningHours } from './open';

const ZONE = 'America/Toronto';
const NONE = [[], [], [], [], [], [], []];
const weekday = (ranges: { from: number; to: number }[]): OpeningHours => ({
  week: NONE.map((_, day) => (day >= 1 && day <= 5 ? ranges : [])),
  exceptions: [],
});
/** Wednesday 25 November 2026, that hour in Toronto. */
const wednesday = (hour: number) => localTime(Date.UTC(2026, 10, 25, hour + 5), ZONE);

describe('the local time', () => {
  it.each([
    ['2026-11-26T02:30:00Z', { date: '2026-11-25', weekday: 3, minutes: 21 * 60 + 30 }],
    ['2026-07-01T04:00:00Z', { date: '2026-07-01', weekday: 3, minutes: 0 }],
  ])('%s - in Toronto', (at, local) => expect(localTime(Date.parse(at), ZONE)).toEqual(local));
});

describe('how long a place stays open', () => {
  const cafe = weekday([{ from: 480, to: 1260 }]);
  it('inside the hours - is until it closes; before, after and on a day off - is 0', () => {
    expect(minutesOpen(cafe, wednesday(18))).toBe(180);
    expect(minutesOpen(cafe, wednesday(7))).toBe(0);
    expect(minutesOpen(cafe, wednesday(21))).toBe(0);
    expect(minutesOpen(cafe, localTime(Date.UTC(2026, 10, 29, 20), ZONE))).toBe(0);
  });

  it('up to an hour before it closes - is enough for a date; later it is not', () => {
    expect(isOpenFor(cafe, wednesday(20))).toBe(true);
    expect(isOpenFor(cafe, { ...wednesday(20), minutes: 20 * 60 + 15 })).toBe(false);
  });

  it('past midnight - counts for the previous evening', () => {
    const bar = weekday([{ from: 18 * 60, to: 26 * 60 }]);
    const saturdayAtOne = localTime(Date.UTC(2026, 10, 28, 6), ZONE);
    expect(saturdayAtOne).toMatchObject({ weekday: 6, minutes: 60 });
    expect(minutesOpen(bar, saturdayAtOne)).toBe(60);
    expect(minutesOpen(bar, localTime(Date.UTC(2026, 10, 23, 6), ZONE))).toBe(0);
  });

  it('two ranges that meet - are one', () => {
    expect(
      minutesOpen(
        weekday([
          { from: 0, to: 720 },
          { from: 720, to: 1440 },
        ]),
        wednesday(10),
      ),
    ).toBe(38 * 60);
  });

  it('an exception - replaces the hours of its day, those past midnight too', () => {
    const exceptions = [{ day: 20261125, ranges: [] }];
    expect(minutesOpen({ ...cafe, exceptions }, wednesday(18))).toBe(0);
    const opened = { week: NONE, exceptions: [{ day: 20261124, ranges: [{ from: 1200, to: 1500 }] }] };
    expect(minutesOpen(opened, wednesday(0))).toBe(60);
  });
});

describe('the sensible hours of places', () => {
  it.each([
    ['cinema', 9, false],
    ['music', 16, false],
    ['cinema', 11, false],
    ['cinema', 20, true],
    ['bar', 11, false],
    ['bar', 17, true],
    ['bar', 22, true],
    ['bar', 19, true],
    ['campus_coffee', 9, true],
    ['park_outdoors', 22, false],
  ] as const)('%s at %i - %s', (kind, hour, fits) => expect(suitsHour(kind, wednesday(hour))).toBe(fits));

  it('every kind - has hours of one day', () => {
    for (const kind of PLACE_KIND_NAMES) {
      const { from, to } = PLACE_KINDS[kind];
      expect(from).toBeGreaterThanOrEqual(7);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(22);
    }
  });
});
