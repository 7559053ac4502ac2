import type { Deps } from '../resource';
import { endThread } from './answers';
import { isOpen, sideOf } from './thread';
import { threadsOf } from './threads';

/** Ends every open offer of a student, on their behalf: somebody the safety team keeps from dates has none. */
export async function endOpenOffersOf(deps: Deps, userId: string): Promise<void> {
  for (const thread of (await threadsOf(deps, userId)).filter(isOpen))
    await endThread(deps, thread, sideOf(thread, userId)!);
}
