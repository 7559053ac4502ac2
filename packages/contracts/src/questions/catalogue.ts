import { CORE_PREFERENCES } from './core-preferences';
import { ELIGIBILITY_IDENTITY } from './eligibility-identity';
import { IDEAL_PARTNER } from './ideal-partner';
import { LIFESTYLE_PRIORITIES } from './lifestyle-priorities';
import { OPTIONAL_SCENARIOS } from './optional-scenarios';
import { SELF_DESCRIPTION } from './self-description';
import type { Question } from './types';

const ALL = [
  ...ELIGIBILITY_IDENTITY,
  ...CORE_PREFERENCES,
  ...SELF_DESCRIPTION,
  ...IDEAL_PARTNER,
  ...LIFESTYLE_PRIORITIES,
  ...OPTIONAL_SCENARIOS,
] as const;

export type QuestionId = (typeof ALL)[number]['id'];

/** Every question, in the order asked. */
export const QUESTIONS: readonly Question[] = ALL;

const byId = new Map<string, Question>(ALL.map((question) => [question.id, question]));

/** The question of that id, or undefined for an id the catalogue does not know. */
export function findQuestion(id: string): Question | undefined {
  return byId.get(id);
}
