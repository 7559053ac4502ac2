import type { Answers, KeyedAnswer, Question } from './types';

/** Whether every field of a question that a student can fill in has a value. */
export function isAnswered(question: Question, answers: Answers): boolean {
  const answer = answers[question.id];
  if (answer === undefined) return false;
  if (!('fields' in question)) return true;
  return question.fields.every((field) => 'readOnly' in field || (answer as KeyedAnswer)[field.key]);
}
