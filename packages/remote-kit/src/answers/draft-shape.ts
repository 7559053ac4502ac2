import type { Answers } from '@flint/contracts/questions/types';

/** The questionnaire as stored on the device. */
export interface Draft {
  readonly answers: Answers;
  /** Questions whose answers the server does not have yet. */
  readonly pending: readonly string[];
  /** Question last shown. */
  readonly position: string | null;
  /** When Complete was pressed, until the server has it. */
  readonly completedAt: string | null;
}

export const EMPTY_DRAFT: Draft = { answers: {}, pending: [], position: null, completedAt: null };
