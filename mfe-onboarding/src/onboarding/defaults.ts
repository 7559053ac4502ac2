import type { Answer, Question } from '@flint/contracts/questions/types';

/** The value that a question shows before the student changes it, if any; saved when the student moves on (spec 3). */
export function shownDefault(question: Question): Answer | null {
  switch (question.type) {
    case 'range':
      return [...question.default];
    case 'height':
      return { ...question.default };
    case 'scales':
      return Object.fromEntries(question.scales.map(({ key }) => [key, question.default]));
    default:
      return null;
  }
}
