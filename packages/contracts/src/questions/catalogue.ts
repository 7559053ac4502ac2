import type { Section } from './declared';
import { SECTIONS } from './sections';
import type { Question, SectionId } from './types';

/** Every question, in the order asked. */
export const QUESTIONS: readonly Question[] = SECTIONS.flatMap(({ id: section, entries }) =>
  entries.map((entry): Question => ({ section, required: true, ...entry })),
);

const byId = new Map(QUESTIONS.map((question) => [question.id, question]));

/** The question of that id; undefined for an unknown id. */
export function findQuestion(id: string): Question | undefined {
  return byId.get(id);
}

/** The section of a question. */
export const sectionOf = (question: { readonly section: SectionId }): Section =>
  SECTIONS.find(({ id }) => id === question.section)!;
