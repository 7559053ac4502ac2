import { ABOUT_YOU } from './fr-questions/about-you';
import { IDEAL } from './fr-questions/ideal-partner';
import { IDENTITY } from './fr-questions/identity';
import { PREFERENCES } from './fr-questions/preferences';
import { PRIORITIES_AND_DATES } from './fr-questions/priorities-and-dates';
import { SHARED } from './fr-questions/shared';
import { VOCABULARIES } from './fr-questions/vocabularies';

/** Canadian French of every text of the question catalogue, by the English text. Values of answers are not translated. */
export const frQuestions: Readonly<Record<string, string>> = {
  ...SHARED,
  ...IDENTITY,
  ...PREFERENCES,
  ...ABOUT_YOU,
  ...IDEAL,
  ...VOCABULARIES,
  ...PRIORITIES_AND_DATES,
};
