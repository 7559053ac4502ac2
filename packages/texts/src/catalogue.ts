/** `en-XA` is the pseudo-language of tests (CLDR): it adds brackets and accents to every text from the catalogue. */
export type Language = 'en' | 'fr' | 'en-XA';

/** Languages that a student can choose, each under its own name. */
export const LANGUAGES: Readonly<Record<'en' | 'fr', string>> = { en: 'English', fr: 'Français' };

/** The offer of each language, in that language. */
export const CONTINUE_IN: Readonly<Record<'fr', string>> = { fr: 'Continuer en français' };

/** BCP 47 tags for the format of dates and numbers. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', fr: 'fr-CA', 'en-XA': 'en-US' };

/**
 * One language's texts by the English text, as in gettext. The key of a text with a number is its English plural, and the value has the forms
 * `[one, other]`; French uses the first for 0 and 1.
 */
export type Dictionary = Readonly<Record<string, string | readonly [one: string, other: string]>>;

export type Values = Readonly<Record<string, string | number>>;

/** Marks a text in a constant; `t` translates it where it is shown (gettext's N_). */
export const message = <T extends string>(text: T): T => text;

/** French has a space before tall punctuation and inside its quotes, where no line may break. */
const bound = (text: string): string => text.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00A0');

/** A dictionary's text with non-breaking spaces there. */
export const spaced = (words: Dictionary[string]): Dictionary[string] =>
  typeof words === 'string' ? bound(words) : [bound(words[0]), bound(words[1])];

/** Letters of scripts that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A value with such letters between U+2068 and U+2069, so that it does not reorder the words beside it. */
const isolated = (value: string): string => (LEFTWARD.test(value) ? `\u2068${value}\u2069` : value);

/** Fills in each `{name}` of a text. A name without a value is unchanged, so that a mistake is visible and nothing fails. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => isolated(String(values[name] ?? hole)));

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

/** The text in brackets and with accents, its `{names}` unchanged. */
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
  /** The text in this language, its `{names}` filled in; the English text if the dictionary has none. */
  t(text: string, values?: Values): string;
  /** A text with a number: `{n}` is the number in the format of the language. */
  plural(count: number, one: string, other: string, values?: Values): string;
}

/** The catalogue of one language. `find` returns a text's translation, if there is one. */
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
