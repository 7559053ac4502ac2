import type { Answers } from '@flint/contracts/questions/types';

/** What the device keeps of a questionnaire under way. */
export interface Draft {
  readonly answers: Answers;
  /** Questions whose answers the server does not have yet. */
  readonly pending: readonly string[];
  /** Question last shown. */
  readonly position: string | null;
  /** Instant of Complete, while the server does not have it. */
  readonly completedAt: string | null;
}

export const EMPTY_DRAFT: Draft = { answers: {}, pending: [], position: null, completedAt: null };
