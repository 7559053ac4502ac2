import type { Answers } from '@flint/contracts/questions/types';
import { CONFIDENCE_PULL, weightOf } from '../weights';
import { TERMS } from './terms';

/** S(a→b): how well b fits a's answers, 0 to 1, pulled towards 0.5 where answers are missing. */
export function directedScore(mine: Answers, theirs: Answers): number {
  let earned = CONFIDENCE_PULL * 0.5;
  let possible = CONFIDENCE_PULL;
  for (const [id, score] of Object.entries(TERMS)) {
    const value = score(mine, theirs);
    if (value === null) continue;
    earned += weightOf(id) * value;
    possible += weightOf(id);
  }
  return earned / possible;
}

/** C(a,b): the geometric mean of both directions, so that one-sided interest does not average out. */
export function compatibility(a: Answers, b: Answers): number {
  return Math.sqrt(directedScore(a, b) * directedScore(b, a));
}
