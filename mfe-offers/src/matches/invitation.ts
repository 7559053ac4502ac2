import type { Match } from '@flint/contracts';
import { createStore } from '@flint/remote-kit/store';

export interface Invitation {
  readonly match: Match;
  /** The initial time, instead of the last choice. */
  readonly time: string | null;
  /** Why the server refused it. */
  readonly problem?: string | null;
}

/**
 * The sheet that is open; undefined while another screen is shown. Undo and a refusal open it again, Undo also from another screen: a state of
 * the screen would be lost there.
 */
export const invitation = createStore<Invitation | null | undefined>(undefined);
