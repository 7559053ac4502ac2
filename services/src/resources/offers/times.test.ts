import { isValidTime } from './times';

const NOW = new Date('2027-03-02T12:00:00Z');
const DAY_MS = 86_400_000;

describe('isValidTime', () => {
  it.each([
    ['a moment ago', -1, false],
    ['now', 0, false],
    ['in a moment', 1, true],
    ['in 60 days to the millisecond', 60 * DAY_MS, true],
    ['a moment more than 60 days from now', 60 * DAY_MS + 1, false],
  ])('a time %s - is valid: %p', (_when, ahead, valid) =>
    expect(isValidTime(new Date(NOW.getTime() + (ahead as number)), NOW)).toBe(valid),
  );
});
