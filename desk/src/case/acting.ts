import type { DeskCase, DeskSession } from '@flint/contracts/desk';
import type { Answer, Failure } from '../ask';

/** What a panel works with that changes a case. */
export interface Acting {
  readonly report: DeskCase;
  readonly session: DeskSession;
  /** Why the last act was not done. */
  readonly failure: Failure | null;
  readonly onDone: (answer: Answer<DeskCase>) => Promise<void>;
}
