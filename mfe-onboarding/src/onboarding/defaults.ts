import type { Answer, Question } from '@flint/contracts/questions/types';

/** What a question shows before it is touched, where it shows a value at all; kept when the student moves on (spec 3). */
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
