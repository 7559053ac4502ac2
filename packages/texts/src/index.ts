import {
  createCatalogue,
  spaced,
  CONTINUE_IN,
  LANGUAGES,
  message,
  type Catalogue,
  type Dictionary,
  type Language,
  type Values,
} from './catalogue';

export { fold } from './fold';
export { CONTINUE_IN, LANGUAGES, message, type Dictionary, type Language, type Values };

/** The device key of the chosen language. */
const STORED = 'flint-language';

/** The part of a page used here; workspaces without a page (tests, scripts) only read texts. */
interface Page {
  readonly localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  readonly navigator?: { readonly language?: string };
  readonly location?: { reload(): void };
  /** Shell and remotes each have a copy of this module; all copies share this state. */
  flintTexts?: {
    language: Language;
    readonly words: Map<string, Dictionary[string]>;
    /** Texts looked up in French that have no translation; a test of whole pages reads them. */
    readonly missing: Set<string>;
  };
}
const page = globalThis as unknown as Page;

/** The language chosen on this device, if any. */
function chosen(): Language | null {
  let stored: string | null = null;
  try {
    stored = page.localStorage?.getItem(STORED) ?? null;
  } catch {
    // without storage the page stays in English
  }
  return stored === 'en' || stored === 'fr' || stored === 'en-XA' ? stored : null;
}

const state = (page.flintTexts ??= { language: chosen() ?? 'en', words: new Map(), missing: new Set() });
function find(text: string): Dictionary[string] | undefined {
  const words = state.words.get(text);
  if (words === undefined) state.missing.add(text);
  return words;
}

let catalogue: Catalogue | undefined;
const current = (): Catalogue =>
  catalogue?.language === state.language ? catalogue : (catalogue = createCatalogue(state.language, find));

/** The language of this page: the one chosen on this device, else English. */
export const language = (): Language => state.language;

/** BCP 47 tag for `Intl`: 'en-US' or 'fr-CA'. */
export const locale = (): string => current().locale;

/** The text in the page's language, its `{names}` filled in; English where there is no translation. Call it while rendering, not at load. */
export const t = (text: string, values?: Values): string => current().t(text, values);

/** A text with a number, `{n}`: `plural(2, '{n} photo', '{n} photos')`. */
export const plural = (count: number, one: string, other: string, values?: Values): string =>
  current().plural(count, one, other, values);

/** A date, time or list from `Intl`. In the pseudo-language it is marked, so that it does not count as an untranslated text. */
export const localized = (text: string): string => (state.language === 'en-XA' ? `⟦${text}⟧` : text);

/** Adds translations until the page closes. */
export function addTexts(dictionary: Dictionary): void {
  for (const [text, words] of Object.entries(dictionary)) state.words.set(text, spaced(words));
}

/** Adds the translation of a text that has none: another team's must not replace one of ours. */
export function addName(text: string, words: Dictionary[string]): void {
  if (!state.words.has(text)) addTexts({ [text]: words });
}

/** French, if the browser prefers it and no language was chosen on this device; else null. */
export const languageToOffer = (): 'fr' | null =>
  chosen() === null && page.navigator?.language?.toLowerCase().startsWith('fr') ? 'fr' : null;

/** Stores the language and reloads the page. */
export function chooseLanguage(chosenLanguage: Language): void {
  try {
    page.localStorage?.setItem(STORED, chosenLanguage);
  } catch {
    // without storage the language does not change
  }
  page.location?.reload();
}
