/** `en-XA` is the pseudo-language of tests (CLDR): every text that came through the catalogue is bracketed and accented. */
export type Language = 'en' | 'fr' | 'en-XA';

/** Languages a student may choose, each by its own name. */
export const LANGUAGES: Readonly<Record<'en' | 'fr', string>> = { en: 'English', fr: 'Français' };

/** How each is offered to who reads it, in its own words. */
export const CONTINUE_IN: Readonly<Record<'fr', string>> = { fr: 'Continuer en français' };

/** BCP 47 tags dates and numbers are written by. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', fr: 'fr-CA', 'en-XA': 'en-US' };

/**
 * One language's texts by the English text, as in gettext. A text with a number is found by its English plural and has the forms
 * `[one, other]`; French uses the first for 0 and 1.
 */
export type Dictionary = Readonly<Record<string, string | readonly [one: string, other: string]>>;

export type Values = Readonly<Record<string, string | number>>;

/** Marks a text kept in a constant, for `t` to translate where it is shown (gettext's N_). */
export const message = <T extends string>(text: T): T => text;

/** French sets a space before tall marks and inside its quotes; no line may begin or end there. */
const bound = (text: string): string => text.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00A0');

/** A dictionary's words with those spaces made unbreakable. */
export const spaced = (words: Dictionary[string]): Dictionary[string] =>
  typeof words === 'string' ? bound(words) : [bound(words[0]), bound(words[1])];

/** Text with `{name}` in it. A name without a value stays as it is, so that a mistake is seen and nothing breaks. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** The text in brackets and with accents, its `{names}` untouched. */
const pseudo = (text: string): string =>
  `⟦${text.replace(/\{\w+\}|[aceinouyAEIOU]/g, (part) => ACCENTS[part] ?? part)}⟧`;

const SINGULAR: Readonly<Record<Language, (count: number) => boolean>> = {
  en: (count) => count === 1,
  'en-XA': (count) => count === 1,
  fr: (count) => Math.abs(count) < 2,
};

export interface Catalogue {
  readonly language: Language;
  readonly locale: string;
  /** The text in this language, its `{names}` filled in; the English text where the dictionary has none. */
  t(text: string, values?: Values): string;
  /** A text with a number: `{n}` stands for the number as the language writes it. */
  plural(count: number, one: string, other: string, values?: Values): string;
}

/** The catalogue of one language. `find` gives a text's translation, if there is one. */
export function createCatalogue(
  language: Language,
  find: (text: string) => Dictionary[string] | undefined,
): Catalogue {
  const locale = LOCALES[language];
  const wordsOf = (text: string): Dictionary[string] => {
    if (language === 'en') return text;
    return language === 'en-XA' ? pseudo(text) : (find(text) ?? text);
  };
  return {
    language,
    locale,
    t(text, values = {}) {
      const words = wordsOf(text);
      return fill(typeof words === 'string' ? words : words[1], values);
    },
    plural(count, one, other, values = {}) {
      const isOne = SINGULAR[language](count);
      const words = wordsOf(language === 'fr' ? other : isOne ? one : other);
      const form = typeof words === 'string' ? words : words[isOne ? 0 : 1];
      return fill(form, { n: new Intl.NumberFormat(locale).format(count), ...values });
    },
  };
}
