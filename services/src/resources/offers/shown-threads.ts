import type { Deps } from '../resource';
import { blockedBy } from '../safety/index';
import { partnerIn, type Thread } from './thread';
import { threadsOf } from './threads';

/** A student's threads, without those with somebody this student blocked; the most recently changed first. */
export async function shownThreadsOf(deps: Deps, userId: string): Promise<Thread[]> {
  const [blocked, all] = await Promise.all([blockedBy(deps, userId), threadsOf(deps, userId)]);
  return all.filter((thread) => {
    const partner = partnerIn(thread, userId);
    return partner === null || !blocked.has(partner);
  });
}
