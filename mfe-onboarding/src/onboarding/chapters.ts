import { SECTIONS } from '@flint/contracts/questions/sections';
import type { Answers, Question, SectionId } from '@flint/contracts/questions/types';

/** A question takes about fifteen seconds. */
const QUESTIONS_A_MINUTE = 4;

export interface Chapter {
  readonly section: SectionId;
  readonly title: string;
  readonly required: boolean;
  /** Its position among the chapters, from 1. */
  readonly number: number;
  readonly answered: number;
  readonly count: number;
  /** Whole minutes that its open questions take; 0 when all are answered. */
  readonly minutes: number;
}

/** The sections that have questions, in order, with what is answered. */
export function chaptersOf(questions: readonly Question[], answers: Answers): readonly Chapter[] {
  return SECTIONS.flatMap(({ id: section, title, required }) => {
    const own = questions.filter((question) => question.section === section);
    const answered = own.filter((question) => answers[question.id] !== undefined).length;
    const minutes = Math.ceil((own.length - answered) / QUESTIONS_A_MINUTE);
    return own.length > 0 ? [{ section, title, required, answered, count: own.length, minutes }] : [];
  }).map((chapter, at) => ({ ...chapter, number: at + 1 }));
}
