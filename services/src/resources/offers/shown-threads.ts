import type { Deps } from '../resource';
import { blockedIds } from '../safety/index';
import { otherSide, sideOf, userAt, type Thread } from './thread';
import { threadsOf } from './threads';

/** Threads of a student but those with somebody blocked, either way; the most recently changed first. */
export async function shownThreadsOf(deps: Deps, userId: string): Promise<Thread[]> {
  const blocked = await blockedIds(deps, userId);
  return (await threadsOf(deps, userId)).filter((thread) => {
    const partner = userAt(thread, otherSide(sideOf(thread, userId)!));
    return partner === null || !blocked.has(partner);
  });
}
