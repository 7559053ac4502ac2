import { clockOf, dayOf, leftUntil, lengthOf, momentOf } from './times';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-03-06T12:00:00Z');
const after = (ms: number) => new Date(NOW + ms).toISOString();

// as a component test, for the zone of its device: this machine may be in UTC
describe('a time at the desk', () => {
  it.each([
    [-MINUTE, '0 min'],
    [59 * MINUTE + 59_999, '59 min'],
    [HOUR, '1 h'],
    [23 * HOUR + 59 * MINUTE, '23 h'],
    [24 * HOUR, '1 d'],
    [28 * HOUR, '1 d 4 h'],
    [95 * HOUR, '3 d 23 h'],
    [99 * HOUR, '4 d'],
    [250 * HOUR, '10 d'],
  ])('that lasts %d ms - is %s', (ms, text) => expect(lengthOf(ms)).toBe(text));

  it.each([
    [26 * HOUR, '1 d 2 h left', false],
    [6 * HOUR, '6 h left', false],
    [6 * HOUR - 1, '5 h left', true],
    [0, '0 min left', true],
    [-1, '0 min late', true],
    [-3 * HOUR, '3 h late', true],
  ])('that is due in %d ms - is %s', (ms, text, isLate) =>
    expect(leftUntil(after(ms), NOW)).toEqual({ text, isLate }),
  );

  it('of the day, with its day, or a day alone, whatever the zone of the operator - is written short', () => {
    const evening = new Date(2026, 2, 6, 22, 4).toISOString();
    expect(clockOf(evening).replace(/\s/g, ' ')).toBe('10:04 PM');
    expect(momentOf(evening).replace(/\s/g, ' ')).toBe('Mar 6, 10:04 PM');
    expect(dayOf('2026-03-08')).toBe('Sun, Mar 8');
  });
});
