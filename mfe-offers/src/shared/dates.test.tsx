import type { Language } from '@flint/texts';
import { capital, countdown, dayAndTime, dayAndTimeParts, longDate, timeOnTile, timeRange } from './dates';

const page = globalThis as unknown as { readonly flintTexts: { language: Language } };
const AT = new Date(2037, 10, 26, 18).toISOString();
const plain = (text: string) => text.replace(/\s/g, ' ');

// as a component test, for the zone of its device: this machine may be in UTC
describe('the time of a date', () => {
  afterEach(() => {
    page.flintTexts.language = 'en';
  });

  it('in English - is in the long US format (spec 9)', () => {
    expect(longDate(AT)).toBe('Thursday, November 26, 2037');
    expect(plain(dayAndTime(AT, Date.now()))).toBe('Nov 26, 6 PM');
    expect(plain(timeRange(AT))).toBe('6:00 – 8:00 PM');
  });

  it('a date that ends after midnight - has only its hours', () => {
    const late = new Date(2037, 10, 26, 23).toISOString();
    expect(plain(timeRange(late))).toBe('11:00 PM – 1:00 AM');
  });

  it.each([
    [12, 0.49, 'Now'],
    [12, 0.5, 'In 1 minute'],
    [12, 1, 'In 1 minute'],
    [12, 59, 'In 59 minutes'],
    [12, 60, 'In 1 hour'],
    [12, 90, 'In 2 hours'],
    [12, 11 * 60, 'In 11 hours'],
    [23, 2 * 60, 'Tomorrow'],
    [12, 3 * 24 * 60, 'In 3 days'],
  ])('at %s h, %s minutes before a date - counts down: %s', (hour, minutes, text) => {
    const now = new Date(2037, 10, 26, hour).getTime();
    expect(countdown(new Date(now + minutes * 60_000).toISOString(), now)).toBe(text);
  });

  const inDays = (days: number) => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 18).toISOString();
  };

  it.each([
    ['en', 0, 'today 6 PM', 'Today'],
    ['en', 1, 'tomorrow 6 PM', null],
    ['fr', 0, 'aujourd’hui 18 h', 'Aujourd’hui'],
    ['fr', 1, 'demain 18 h', null],
  ] as const)(
    'in %s, in %i days - calls the day by its name, but tomorrow on a tile',
    (language, days, text, tile) => {
      page.flintTexts.language = language;
      expect(plain(dayAndTime(inDays(days), Date.now()))).toBe(text);
      const weekday = capital(
        new Date(inDays(days)).toLocaleDateString(`${language}-CA`, { weekday: 'short' }),
      );
      expect(dayAndTimeParts(inDays(days), Date.now())[0]).toBe(tile ?? weekday);
      const beside = plain(timeOnTile(inDays(days), Date.now()));
      expect(capital(beside)).toMatch(new RegExp(`^${tile ?? weekday},? (6 PM|18 h)$`));
    },
  );

  it('at either side of midnight on the device - is today, then tomorrow', () => {
    const now = new Date(2037, 10, 26, 20).getTime();
    const at = (hour: number) => plain(dayAndTime(new Date(2037, 10, 26, hour).toISOString(), now));
    expect([23, 24, 25].map(at)).toEqual(['today 11 PM', 'tomorrow 12 AM', 'tomorrow 1 AM']);
    const before = new Date(2037, 10, 26, 1).getTime();
    expect(plain(dayAndTime(new Date(2037, 10, 26, 23).toISOString(), before))).toBe('today 11 PM');
  });

  it.each([2, 6])('in %i days - has the weekday', (days) => {
    const weekday = new Date(inDays(days)).toLocaleDateString('en-US', { weekday: 'short' });
    expect(plain(dayAndTime(inDays(days), Date.now()))).toBe(`${weekday} 6 PM`);
    expect(dayAndTimeParts(inDays(days), Date.now())[0]).toBe(weekday);
  });

  it.each([-1, 7, 13])('in %i days, when its weekday has another day, too - has the date', (days) => {
    const date = new Date(inDays(days)).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
    expect(plain(dayAndTime(inDays(days), Date.now()))).toBe(`${date}, 6 PM`);
    expect(dayAndTimeParts(inDays(days), Date.now())[0]).toBe(date);
  });

  it('in French - is in the Canadian format', () => {
    page.flintTexts.language = 'fr';
    expect(longDate(AT)).toBe('jeudi 26 novembre 2037');
    expect(plain(dayAndTime(AT, Date.now()))).toBe('26 nov., 18 h');
    expect(plain(timeRange(AT))).toBe('18 h 00 – 20 h 00');
  });
});
