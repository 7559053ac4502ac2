import type { Deps } from '../resource';
import { endThread } from './answers';
import { noticeOfEnd } from './notices';
import { isOpen, sideOf, type Side, type Thread } from './thread';
import { threadsOf } from './threads';

/** Ends what is open in a thread on behalf of somebody who leaves or is kept from dates; the other is told of a date that will not be. */
export async function endFor(deps: Deps, thread: Thread, leaving: Side): Promise<void> {
  if (await endThread(deps, thread, leaving)) await noticeOfEnd(deps, thread, leaving);
}

/** Ends every open offer of a student, on their behalf: somebody the safety team keeps from dates has none. */
export async function endOpenOffersOf(deps: Deps, userId: string): Promise<void> {
  for (const thread of (await threadsOf(deps, userId)).filter(isOpen))
    await endFor(deps, thread, sideOf(thread, userId)!);
}
