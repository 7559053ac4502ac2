import type { Answer, Question, QuestionType } from '@flint/contracts/questions/types';

/** Props of the form for one type of question. */
export interface FieldProps<T extends QuestionType> {
  readonly question: Extract<Question, { type: T }>;
  /** The current answer, of any shape; undefined without one. */
  readonly answer: Answer | undefined;
  /** Null removes the answer. */
  readonly onAnswer: (answer: Answer | null) => void;
  readonly email: string;
}
