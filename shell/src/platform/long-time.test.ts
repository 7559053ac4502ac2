import { shortTime } from './long-time';
import { setOpenedData, type Data } from './opened-data';

const timeAt = (at: Date) => shortTime(at.toISOString()).replace(/\s/g, ' ');

describe('the short time of an offer', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date(2037, 2, 4, 12) }));
  afterEach(() => jest.useRealTimers());

  it.each([
    [5, 'Thu 6 PM'],
    [9, 'Mon 6 PM'],
    [11, 'Wed, Mar 11, 6 PM'],
    [3, 'Tue, Mar 3, 6 PM'],
  ])('on Wednesday the 4th, of March %i - has the date where a weekday is not enough: %s', (day, text) => {
    expect(timeAt(new Date(2037, 2, day, 18))).toBe(text);
  });

  it.each([
    [0, 'Wed, Mar 4, 12 PM'],
    [1, 'Wed 12 PM'],
  ])('%i ms after this moment - is %s', (ms, text) => {
    expect(timeAt(new Date(2037, 2, 4, 12, 0, 0, ms))).toBe(text);
  });

  it.each([
    [-1, false],
    [0, true],
  ])('six days and %i ms ahead - has the date: %s', (ms, hasDate) => {
    const at = new Date(2037, 2, 4, 12).getTime() + 6 * 24 * 3_600_000 + ms;
    expect(timeAt(new Date(at)).includes('Mar 10')).toBe(hasDate);
  });

  it('on a device that is a week behind - is told by the server’s clock', () => {
    const serverNow = () => new Date(2037, 2, 11, 12).getTime();
    setOpenedData({ module: { serverNow } } as unknown as Data);
    expect(timeAt(new Date(2037, 2, 12, 18))).toBe('Thu 6 PM');
    expect(timeAt(new Date(2037, 2, 5, 18))).toBe('Thu, Mar 5, 6 PM');
    setOpenedData(null);
  });
});
