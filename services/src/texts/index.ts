import { fr as frContracts } from '@flint/contracts/texts/fr';
import { frErrors } from '@flint/contracts/texts/fr-errors';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { createCatalogue, spaced, type Catalogue, type Dictionary } from '@flint/texts/catalogue';
import { fr } from './fr';

/** Languages of responses and mail. */
export const LANGUAGES = ['en', 'fr'] as const;
export type SpokenLanguage = (typeof LANGUAGES)[number];

const DICTIONARY: Dictionary = { ...frContracts, ...frQuestions, ...frErrors, ...fr };
const FRENCH = new Map(Object.entries(DICTIONARY).map(([text, words]) => [text, spaced(words)]));

/** The English texts of the source. */
export const ENGLISH: Catalogue = createCatalogue('en', () => undefined);
const CATALOGUES: Readonly<Record<SpokenLanguage, Catalogue>> = {
  en: ENGLISH,
  fr: createCatalogue('fr', (text) => FRENCH.get(text)),
};

/** The service's texts in one language. */
export const textsIn = (language: SpokenLanguage): Catalogue => CATALOGUES[language];
