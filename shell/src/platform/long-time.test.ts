import { shortTime } from './long-time';

describe('the short time of an offer', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date(2037, 2, 4, 12) }));
  afterEach(() => jest.useRealTimers());

  it.each([
    [5, 'Thu 6 PM'],
    [9, 'Mon 6 PM'],
    [11, 'Wed, Mar 11, 6 PM'],
    [3, 'Tue, Mar 3, 6 PM'],
  ])('on Wednesday the 4th, of March %i - has the date where a weekday is not enough: %s', (day, text) => {
    expect(shortTime(new Date(2037, 2, day, 18).toISOString()).replace(/\s/g, ' ')).toBe(text);
  });
});
