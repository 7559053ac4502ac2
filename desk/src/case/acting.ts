import type { DeskCase, DeskSession } from '@flint/contracts/desk';
import type { Answer, Failure } from '../ask';

/** The props of a panel that changes a case. */
export interface Acting {
  readonly report: DeskCase;
  readonly session: DeskSession;
  /** Why the last action failed. */
  readonly failure: Failure | null;
  /** Shows what an action led to; resolves to whether it was accepted. */
  readonly onDone: (answer: Answer<DeskCase>) => Promise<boolean>;
}
