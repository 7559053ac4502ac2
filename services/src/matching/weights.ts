import { QUESTIONS } from '@flint/contracts/questions/catalogue';

/** Weight of the pull towards 0.5 for missing answers (decisions/007). */
export const CONFIDENCE_PULL = 12;

/** Weight of each soft term by question id, from the catalogue; they sum to 100. */
export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  QUESTIONS.flatMap(({ id, match }) => (match.role === 'soft' ? [[id, match.weight ?? 0] as const] : [])),
);

/** The weight of one term. Throws for a question that is no soft term. */
export function weightOf(id: string): number {
  const weight = WEIGHTS.get(id);
  if (!weight) throw new Error(`${id} is not a soft term of the catalogue`);
  return weight;
}
