import type { Deps } from '../resource';
import { readCuts } from '../safety/index';
import { partnerIn, type Thread } from './thread';
import { threadsOf } from './threads';

/** Since when this student has blocked or reported the other of each thread. */
async function cutsIn(
  deps: Deps,
  userId: string,
  all: readonly Thread[],
): Promise<(thread: Thread) => Date | undefined> {
  const partners = new Set(all.flatMap((thread) => partnerIn(thread, userId) ?? []));
  const cutAt = await readCuts(
    deps,
    [...partners].map((partner) => [userId, partner] as const),
  );
  return (thread) => {
    const partner = partnerIn(thread, userId);
    return partner === null ? undefined : cutAt(userId, partner);
  };
}

/**
 * A student's threads, without those with somebody this student blocked; the most recently changed first. Whoever was blocked sees the ordinary
 * end of what they had, and keeps seeing it.
 */
export async function shownThreadsOf(deps: Deps, userId: string): Promise<Thread[]> {
  const all = await threadsOf(deps, userId);
  const cutAt = await cutsIn(deps, userId, all);
  return all.filter((thread) => !cutAt(thread));
}

/** Without offers of somebody whom this student had blocked before: those reached nobody. */
export async function leaveOutUnseen(deps: Deps, userId: string, all: readonly Thread[]): Promise<Thread[]> {
  const cutAt = await cutsIn(deps, userId, all);
  return all.filter((thread) => {
    const since = cutAt(thread);
    return !since || thread.createdAt < since;
  });
}
