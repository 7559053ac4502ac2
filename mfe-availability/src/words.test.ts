import { addTexts, plural, t, type Language } from '@flint/texts';
import { zoneName } from '@flint/ui';
import { fr as uiTexts } from '@flint/ui/fr';
import { deviceIn } from './testing/device-in';
import { fr } from './texts/fr';
import { cellLabel, weekWords } from './words';

const page = globalThis as unknown as { readonly flintTexts: { language: Language } };

describe('the words of the week', () => {
  beforeAll(() => addTexts({ ...uiTexts, ...fr }));
  afterEach(() => {
    page.flintTexts.language = 'en';
  });

  it('in English - has the days from Sunday on, and hours from 12 AM to 11 PM (spec 2)', () => {
    const { days, shortDays, hours } = weekWords();
    expect(days).toEqual(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']);
    expect(shortDays).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect([hours.length, hours[0], hours[9], hours[12], hours[23]]).toEqual([
      24,
      '12 AM',
      '9 AM',
      '12 PM',
      '11 PM',
    ]);
    expect(cellLabel(2, 18, true)).toBe('Tuesday 6 PM to 7 PM, free');
    expect(cellLabel(6, 23, false)).toBe('Saturday 11 PM to 12 AM, busy');
  });

  it.each([
    ['America/Toronto', 'Toronto time'],
    ['America/North_Dakota/Center', 'Center, North Dakota time'],
    ['Etc/GMT+5', 'GMT-5'],
    ['Etc/UTC', 'UTC'],
    ['UTC', 'UTC'],
  ])('the zone %s - is named %s', (zone, name) => expect(zoneName(zone)).toBe(name));

  it('the zone of a device - that the browser cannot name - is UTC, in which its clock counts', () => {
    deviceIn('Etc/Unknown');
    expect(zoneName()).toBe('UTC');
  });

  it('a zone in French - has no elision that depends on its name', () => {
    page.flintTexts.language = 'fr';
    expect(zoneName('America/Edmonton')).toBe('fuseau Edmonton');
    expect(t('Use {zone}', { zone: zoneName('America/New_York') })).toBe('Passer au fuseau New York');
  });

  it('in French - has the same week, with hours from 0 to 23', () => {
    page.flintTexts.language = 'fr';
    const { days, hours } = weekWords();
    expect([days[0], days[6], hours[0], hours[9], hours[23]]).toEqual([
      'dimanche',
      'samedi',
      '0 h',
      '9 h',
      '23 h',
    ]);
    expect(cellLabel(2, 18, true)).toBe('mardi de 18 h à 19 h, libre');
    expect(cellLabel(6, 23, false)).toBe('samedi de 23 h à 0 h, occupé');
    const chosen = (n: number) => plural(n, '{n} time slot selected', '{n} time slots selected');
    expect([1, 2].map(chosen)).toEqual(['1 plage choisie', '2 plages choisies']);
  });
});
