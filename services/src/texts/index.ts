import { fr as frContracts } from '@flint/contracts/texts/fr';
import { frErrors } from '@flint/contracts/texts/fr-errors';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { createCatalogue, spaced, type Catalogue, type Dictionary } from '@flint/texts/catalogue';
import { fr } from './fr';

/** Languages the service answers and writes in. */
export type SpokenLanguage = 'en' | 'fr';

const DICTIONARY: Dictionary = { ...frContracts, ...frQuestions, ...frErrors, ...fr };
const FRENCH = new Map(Object.entries(DICTIONARY).map(([text, words]) => [text, spaced(words)]));

/** The source's own words. */
export const ENGLISH: Catalogue = createCatalogue('en', () => undefined);
const CATALOGUES: Readonly<Record<SpokenLanguage, Catalogue>> = {
  en: ENGLISH,
  fr: createCatalogue('fr', (text) => FRENCH.get(text)),
};

/** Everything the service says in words, in one language. */
export const textsIn = (language: SpokenLanguage): Catalogue => CATALOGUES[language];
