import { SECTIONS } from './sections';
import type { Question } from './types';

/** Every question, in the order asked. */
export const QUESTIONS: readonly Question[] = SECTIONS.flatMap(({ id: section, entries }) =>
  entries.map((entry): Question => ({ section, required: true, ...entry })),
);

const byId = new Map(QUESTIONS.map((question) => [question.id, question]));

/** The question of that id; undefined for an unknown id. */
export function findQuestion(id: string): Question | undefined {
  return byId.get(id);
}
