import type { Deps } from '../resource';
import { againPartners } from './meetings';
import { isOpen, lastRound, otherSide, sideOf, userAt, type Thread } from './thread';
import { openThreadsBetween, threadsOf } from './threads';
import { endThread } from './answers';

/** How long somebody who was declined does not ask the same person again (product notes 5.2). */
const DECLINE_HOLDS_MS = 90 * 86_400_000;

const declinedBy = (thread: Thread): string | null => {
  const round = lastRound(thread);
  return round.status === 'declined' ? userAt(thread, otherSide(round.by)) : null;
};

/** Whether `toId` said no to `fromId` in the last 90 days. The one who said no may still ask. */
export async function wasDeclinedLately(deps: Deps, fromId: string, toId: string): Promise<boolean> {
  const since = deps.clock.now().getTime() - DECLINE_HOLDS_MS;
  const all = await threadsOf(deps, fromId);
  return all.some(
    (thread) =>
      sideOf(thread, toId) !== null && declinedBy(thread) === toId && thread.updatedAt.getTime() > since,
  );
}

/** Whether the two had a date already and have not both said they would meet again (product notes 5.2). */
export const haveMetEnough = async (deps: Deps, fromId: string, toId: string): Promise<boolean> =>
  (await offerPartners(deps, fromId)).met.has(toId);

export interface Partners {
  /** People with an open offer between them and this student, either direction. */
  readonly open: ReadonlySet<string>;
  /** People with a decline between them in the last 90 days. */
  readonly declined: ReadonlySet<string>;
  /** People this student had a completed date with, unless both said they would meet again. */
  readonly met: ReadonlySet<string>;
}

/** Everybody whom offers keep from being suggested to this student (product notes 5.2, 6). */
export async function offerPartners(deps: Deps, userId: string): Promise<Partners> {
  const since = deps.clock.now().getTime() - DECLINE_HOLDS_MS;
  const all = await threadsOf(deps, userId);
  const partners = (chosen: readonly Thread[]) =>
    new Set(
      chosen.flatMap((thread) => {
        const side = sideOf(thread, userId);
        const partner = side && userAt(thread, otherSide(side));
        return partner ? [partner] : [];
      }),
    );
  const met = partners(all.filter((each) => lastRound(each).status === 'completed'));
  const again = met.size > 0 ? await againPartners(deps, userId) : new Set<string>();
  return {
    open: partners(all.filter(isOpen)),
    declined: partners(all.filter((each) => declinedBy(each) !== null && each.updatedAt.getTime() > since)),
    met: new Set([...met].filter((id) => !again.has(id))),
  };
}

/** Ends whatever is open between two people, on behalf of one of them (a block, a report, a deleted account). */
export async function endOpenOffersBetween(deps: Deps, userId: string, partnerId: string): Promise<void> {
  for (const thread of await openThreadsBetween(deps, userId, partnerId)) {
    await endThread(deps, thread, sideOf(thread, userId)!);
  }
}
