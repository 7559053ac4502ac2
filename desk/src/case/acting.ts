import type { DeskCase, DeskSession } from '@flint/contracts/desk';
import type { Answer } from '../ask';

/** The props of a panel that changes a case. */
export interface Acting {
  readonly report: DeskCase;
  readonly session: DeskSession;
  /** Holds an action, described by `text`, then performs it and shows what it led to. Another one for this case replaces it. */
  readonly hold: (text: string, send: () => Promise<Answer<DeskCase>>) => void;
  /** Takes the held action of this case back, if there is one, and says why. */
  readonly takeBack: (why: string) => void;
}
