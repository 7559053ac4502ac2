import { render } from '@testing-library/react';
import { createCatalogue, type Dictionary } from './catalogue';
import { addName, addTexts, language, languageToOffer, plural, t } from './index';
import { rich } from './rich';

const FRENCH: Dictionary = {
  Save: 'Enregistrer',
  'Hello {name}': 'Bonjour {name}',
  '{n} photos of {of}': ['{n} photo sur {of}', '{n} photos sur {of}'],
};
const french = createCatalogue('fr', (text) => FRENCH[text]);
const english = createCatalogue('en', () => undefined);
const pseudo = createCatalogue('en-XA', () => undefined);

describe('a catalogue', () => {
  it('a text - in English - is the text of the source', () => {
    expect(english.t('Save')).toBe('Save');
    expect(english.t('Hello {name}', { name: 'Ann' })).toBe('Hello Ann');
  });

  it('a text - in French - is the translation, filled in', () => {
    expect(french.t('Save')).toBe('Enregistrer');
    expect(french.t('Hello {name}', { name: 'Ann' })).toBe('Bonjour Ann');
  });

  it('a text without a translation - in French - is shown in English', () => {
    expect(french.t('New {thing}', { thing: 'x' })).toBe('New x');
  });

  it('a value that looks like a name in braces - is shown unchanged', () => {
    expect(english.t('Hello {name}', { name: '{name}' })).toBe('Hello {name}');
    expect(english.t('Hello {name}')).toBe('Hello {name}');
  });

  it.each([
    ['Arabic', 'ليلى', '\u2068ليلى\u2069'],
    ['Hebrew beside Latin', 'Dana דנה', '\u2068Dana דנה\u2069'],
    ['Adlam', '𞤀𞤣𞤭', '\u2068𞤀𞤣𞤭\u2069'],
    ['Latin', 'Zoë’s', 'Zoë’s'],
    ['Japanese', '美咲', '美咲'],
  ])('a value in %s - is isolated if it is written from right to left', (_script, name, shown) => {
    expect(english.t('{name}: 6 PM', { name })).toBe(`${shown}: 6 PM`);
    expect(french.plural(2, '{n} x of {name}', '{n} xs of {name}', { name })).toBe(`2 xs of ${shown}`);
  });

  it.each([
    [0, '0 photos of 6', '0 photo sur 6'],
    [1, '1 photo of 6', '1 photo sur 6'],
    [2, '2 photos of 6', '2 photos sur 6'],
  ])('%p of something - takes the form of its language', (count, inEnglish, inFrench) => {
    const args = [count, '{n} photo of {of}', '{n} photos of {of}', { of: 6 }] as const;
    expect(english.plural(...args)).toBe(inEnglish);
    expect(french.plural(...args)).toBe(inFrench);
  });

  it('large numbers - have the format of the language', () => {
    expect(english.plural(12_500, '{n} x', '{n} xs')).toBe('12,500 xs');
    expect(french.plural(12_500, '{n} x', '{n} xs')).toMatch(/^12\s500 xs$/);
  });

  it('the pseudo-language - brackets and accents every text, not its values', () => {
    expect(pseudo.t('Hello {name}', { name: 'Ann' })).toBe('⟦Hélló Ann⟧');
    expect(pseudo.plural(1, '{n} photo', '{n} photos')).toBe('⟦1 phótó⟧');
  });
});

describe('the page’s texts', () => {
  it('a browser that speaks English - starts in English - and an added text changes nothing', () => {
    addTexts({ Save: 'Enregistrer' });
    expect(language()).toBe('en');
    expect(t('Save')).toBe('Save');
    expect(plural(3, '{n} photo', '{n} photos')).toBe('3 photos');
  });

  it.each([
    ['fr-CA', null, 'fr'],
    ['FR', null, 'fr'],
    ['en-CA', null, null],
    ['fr-CA', 'en', null],
  ])('a browser in %s, with %s chosen on this device - is offered: %s', (spoken, chosen, offered) => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue(spoken);
    if (chosen) localStorage.setItem('flint-language', chosen);
    expect(languageToOffer()).toBe(offered);
  });

  it('a name of another team - is added, and replaces no text of ours', () => {
    addTexts({ Teams: 'Équipes' });
    addName('Teams', 'Autres');
    addName('Clubs', 'Cercles');
    const page = globalThis as unknown as { flintTexts: { language: string } };
    page.flintTexts.language = 'fr';
    expect([t('Teams'), t('Clubs')]).toEqual(['Équipes', 'Cercles']);
    page.flintTexts.language = 'en';
  });

  it('French - with a space before punctuation - breaks no line there', () => {
    addTexts({ Sure: 'Dire « oui » ? Bien sûr : oui', '{n} left': ['Reste ; {n} !', 'Restent ; {n} !'] });
    const page = globalThis as unknown as { flintTexts: { language: string } };
    page.flintTexts.language = 'fr';
    expect(t('Sure')).toBe('Dire «\u00A0oui\u00A0»\u00A0? Bien sûr\u00A0: oui');
    expect(plural(2, '{n} left', '{n} left')).toBe('Restent\u00A0; 2\u00A0!');
    page.flintTexts.language = 'en';
  });

  it('a sentence with an element in it - keeps the element', () => {
    const { container } = render(
      <p>{rich('We sent a code to {email}.', { email: <strong>ann@campus.edu</strong> })}</p>,
    );
    expect(container.innerHTML).toBe('<p>We sent a code to <strong>ann@campus.edu</strong>.</p>');
  });
});
