import { isAnswered } from '@flint/contracts/questions/answered';
import type { Answers, Question } from '@flint/contracts/questions/types';

interface Walk {
  readonly questions: readonly Question[];
  readonly answers: Answers;
  /** The question shown last on this device. */
  readonly position: string | null;
  /** The question that the address names. */
  readonly wanted: string | undefined;
  /** Whether the questionnaire was completed before: then open questions are open by choice. */
  readonly completed: boolean;
}

/**
 * Index of the question to show: the one in the address, else the one shown last, else the first unanswered one of an incomplete
 * questionnaire, else the first. -1 when there is none.
 */
export function indexToShow({ questions, answers, position, wanted, completed }: Walk): number {
  const at = questions.findIndex(({ id }) => id === (wanted ?? position));
  if (at >= 0 || questions.length === 0) return at;
  const started = Object.keys(answers).length > 0;
  if (completed || !started) return 0;
  return Math.max(
    0,
    questions.findIndex((question) => !isAnswered(question, answers)),
  );
}
