import { CORE_PREFERENCES } from './core-preferences';
import { ELIGIBILITY_IDENTITY } from './eligibility-identity';
import { IDEAL_PARTNER } from './ideal-partner';
import { LIFESTYLE_PRIORITIES } from './lifestyle-priorities';
import { OPTIONAL_SCENARIOS } from './optional-scenarios';
import { SELF_DESCRIPTION } from './self-description';
import type { Entry, Question, SectionId } from './types';

const inSection = (section: SectionId, entries: readonly Entry[]) =>
  entries.map((entry): Question => ({ section, required: true, ...entry }));

/** Every question, in the order asked. */
export const QUESTIONS: readonly Question[] = [
  ...inSection('eligibility_identity', ELIGIBILITY_IDENTITY),
  ...inSection('core_preferences', CORE_PREFERENCES),
  ...inSection('self_description', SELF_DESCRIPTION),
  ...inSection('ideal_partner', IDEAL_PARTNER),
  ...inSection('lifestyle_priorities', LIFESTYLE_PRIORITIES),
  ...inSection('optional_scenarios', OPTIONAL_SCENARIOS),
];

const byId = new Map(QUESTIONS.map((question) => [question.id, question]));

/** The question of that id; undefined for an unknown id. */
export function findQuestion(id: string): Question | undefined {
  return byId.get(id);
}
