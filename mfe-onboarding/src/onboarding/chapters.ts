import { isAnswered } from '@flint/contracts/questions/answered';
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
  readonly questions: readonly Question[];
  readonly open: readonly Question[];
  /** Whole minutes that its open questions take; 0 when all are answered. */
  readonly minutes: number;
}

/** The sections that have questions, in order, with what is answered. */
export function chaptersOf(questions: readonly Question[], answers: Answers): readonly Chapter[] {
  return SECTIONS.flatMap(({ id: section, title, required }) => {
    const own = questions.filter((question) => question.section === section);
    const open = own.filter((question) => !isAnswered(question, answers));
    const count = own.length;
    const answered = count - open.length;
    const minutes = Math.ceil(open.length / QUESTIONS_A_MINUTE);
    return count > 0 ? [{ section, title, required, answered, count, questions: own, open, minutes }] : [];
  }).map((chapter, at) => ({ ...chapter, number: at + 1 }));
}
