import type { Deps } from '../resource';
import { endThread } from './answers';
import { noticeOfEnd } from './notices';
import { isOpen, sideOf, type Side, type Thread } from './thread';
import { threadsOf } from './threads';

/** Ends an open thread on behalf of a student who leaves or is restricted, and notifies the other person of a called-off date. */
export async function endFor(deps: Deps, thread: Thread, leaving: Side): Promise<void> {
  if (await endThread(deps, thread, leaving)) await noticeOfEnd(deps, thread, leaving);
}

/** Ends all open offers of a student, on their behalf: a restricted student has none. */
export async function endOpenOffersOf(deps: Deps, userId: string): Promise<void> {
  for (const thread of (await threadsOf(deps, userId)).filter(isOpen))
    await endFor(deps, thread, sideOf(thread, userId)!);
}
