import type { Answer, Question, QuestionType } from '@flint/contracts/questions/types';

/** What the form of one type of question gets. */
export interface FieldProps<T extends QuestionType> {
  readonly question: Extract<Question, { type: T }>;
  /** The answer so far, whatever its shape; undefined when unanswered. */
  readonly answer: Answer | undefined;
  /** Null removes the answer. */
  readonly onAnswer: (answer: Answer | null) => void;
  readonly email: string;
}
