import type { Deps } from '../resource';
import { AGE_CHECK } from './age-hold';
import { whoNow } from './marks';
import type { OpenReport } from './sealed-report';
import { moveTraces } from './traces';

/**
 * After a report or a decision: if an account of one of the two was deleted or came back meanwhile, moves what was written for it. An account
 * that comes back or goes stores its mark before it looks for what was written, so one of the two sees the other.
 */
export async function followMailbox(deps: Deps, { reporterId, reportedId }: OpenReport): Promise<void> {
  for (const id of [reportedId, reporterId]) {
    if (id === AGE_CHECK) continue;
    const { now } = await whoNow(deps, id);
    if (now !== id) await moveTraces(deps, id, now);
  }
}
