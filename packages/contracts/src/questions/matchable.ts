import type { Answers } from './types';

/** Answers without which nobody can be matched. */
export const NEEDED_FOR_MATCHING = ['bundle_intro', 'gender_identity', 'seeking_genders'] as const;

/**
 * Answers that make a first list meaningful: those that decide who may be on it, and the intents (docs/decisions/031). They are in the order of
 * the specification.
 */
export const ENOUGH_FOR_A_LIST = [
  ...NEEDED_FOR_MATCHING,
  'intent',
  'age_preference',
  'meeting_preference',
  'substances',
  'lifestyle_dealbreakers',
] as const;

const isThere = (answers: Answers, id: string): boolean => {
  const answer: unknown = answers[id];
  if (id === 'bundle_intro')
    return typeof (answer as { date_of_birth?: unknown } | undefined)?.date_of_birth === 'string';
  if (id === 'seeking_genders')
    return ((answer as { values?: unknown[] } | undefined)?.values ?? []).length > 0;
  return answer !== undefined && answer !== null && answer !== '';
};

/** Ids of the unanswered questions that matching needs; empty if the student can be matched. */
export function missingForMatching(answers: Answers): (typeof NEEDED_FOR_MATCHING)[number][] {
  return NEEDED_FOR_MATCHING.filter((id) => !isThere(answers, id));
}

/** Whether enough is answered to open the matches before the questionnaire is completed. */
export const isEnoughForAList = (answers: Answers): boolean =>
  ENOUGH_FOR_A_LIST.every((id) => isThere(answers, id));
