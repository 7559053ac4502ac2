import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers, Option, Question } from '@flint/contracts/questions/types';
import { pickedOf } from './read';
import { isTrue, termsOf } from './terms';

/** Weight of the pull towards 0.5 for missing answers (decisions/007). */
export const CONFIDENCE_PULL = 12;

/** The questions whose picked options are firm noes. */
export const firmOf = (questions: readonly Question[]) =>
  questions.filter((question): question is Question & { readonly options: readonly Option[] } =>
    Boolean('firm' in question.match && question.match.firm),
  );

/** The readable score of a questionnaire: one pair, term by term. */
export function createScore(questions: readonly Question[]) {
  const terms = termsOf(questions);
  const firm = firmOf(questions);

  /** S(a→b): how well b fits a's answers, 0 to 1, pulled towards 0.5 where answers are missing. */
  function directedScore(mine: Answers, theirs: Answers): number {
    let earned = CONFIDENCE_PULL * 0.5;
    let possible = CONFIDENCE_PULL;
    for (const { score, weight } of terms) {
      const value = score(mine, theirs);
      if (value === null) continue;
      earned += weight * value;
      possible += weight;
    }
    return earned / possible;
  }

  /** C(a,b): the geometric mean of both directions, so that one-sided interest does not average out. */
  const compatibility = (a: Answers, b: Answers): number =>
    Math.sqrt(directedScore(a, b) * directedScore(b, a));

  /** Whether a firm no of `mine` is true of `theirs`. An unknown fact never excludes. */
  const breaksFirmNo = (mine: Answers, theirs: Answers): boolean =>
    firm
      .flatMap((question) => pickedOf(question, mine) ?? [])
      .flatMap(({ checks = [] }) => checks)
      .some((check) => isTrue(check, mine, theirs));

  return { terms, directedScore, compatibility, breaksFirmNo };
}

export const { terms: TERMS, directedScore, compatibility, breaksFirmNo } = createScore(QUESTIONS);
