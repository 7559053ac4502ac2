import type { Language } from '@flint/texts';
import { longDate, shortTime, timeRange } from './dates';

const page = globalThis as unknown as { readonly flintTexts: { language: Language } };
const AT = new Date(2026, 10, 26, 18).toISOString();
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('the time of a date', () => {
  afterEach(() => {
    page.flintTexts.language = 'en';
  });

  it('in English - is in the long US format (spec 9)', () => {
    expect(longDate(AT)).toBe('Thursday, November 26, 2026');
    expect(plain(shortTime(AT))).toBe('Thu, Nov 26, 6 PM');
    expect(plain(timeRange(AT))).toMatch(/^6:00 – 8:00 PM \S+/);
  });

  it('a date that ends after midnight - has only its hours', () => {
    const late = new Date(2026, 10, 26, 23).toISOString();
    expect(plain(timeRange(late))).toMatch(/^11:00 PM – 1:00 AM \S+$/);
  });

  it('in French - is in the Canadian format', () => {
    page.flintTexts.language = 'fr';
    expect(longDate(AT)).toBe('jeudi 26 novembre 2026');
    expect(plain(shortTime(AT))).toBe('jeu. 26 nov., 18 h');
    expect(plain(timeRange(AT))).toMatch(/^18 h 00 – 20 h 00 \S+/);
  });
});
