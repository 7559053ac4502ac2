import { dayAndHour } from './grid';
import { isSameClock, offsetMinutes } from './zone';

describe('zones', () => {
  it.each([
    ['America/Toronto', '2026-07-01T00:00:00Z', -240],
    ['America/Toronto', '2026-12-01T00:00:00Z', -300],
    ['Asia/Kathmandu', '2026-12-01T00:00:00Z', 345],
    ['UTC', '2026-12-01T00:00:00Z', 0],
    ['Europe/London', '2026-12-01T00:00:00Z', 0],
    // local mean time, before zones were whole: -5 h 17 min 32 s
    ['America/Toronto', '1850-01-01T00:00:00Z', -317],
  ])('the offset of %s - at %s - is %i minutes', (zone, at, minutes) =>
    expect(offsetMinutes(zone, new Date(at))).toBe(minutes),
  );

  it('the offset of an unknown zone - is refused', () =>
    expect(() => offsetMinutes('Mars/Base', new Date())).toThrow(RangeError));

  it.each([
    ['America/New_York', true],
    ['America/Panama', false],
    ['Mars/Base', false],
  ])('the clock of Toronto and that of %s - are the same: %s', (zone, isSame) =>
    expect(isSameClock('America/Toronto', zone)).toBe(isSame),
  );
});

describe('cells', () => {
  it.each([
    [0, 0, 0],
    [23, 0, 23],
    [24, 1, 0],
    [167, 6, 23],
  ])('cell %i - is of day %i, hour %i', (cell, day, hour) => expect(dayAndHour(cell)).toEqual({ day, hour }));
});
