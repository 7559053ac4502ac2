import { LIMITS } from '@flint/contracts';
import type { Deps } from '../resource';
import { againPairs, pairOf } from './meetings';
import { isOpen, isPending, lastRound, otherSide, sideOf, userAt, type Thread } from './thread';
import { everyThread, openThreadsBetween, threadsOf } from './threads';
import { endThread } from './answers';

/** How long somebody who was declined does not ask the same person again (decisions/010). */
const DECLINE_HOLDS_MS = 90 * 86_400_000;

const isDeclined = (thread: Thread) => lastRound(thread).status === 'declined';
const isCompleted = (thread: Thread) => lastRound(thread).status === 'completed';

export interface Partners {
  /** People with an open offer between them and this student, either direction. */
  readonly open: ReadonlySet<string>;
  /** People with a decline between them in the last 90 days. */
  readonly declined: ReadonlySet<string>;
  /** People this student had a completed date with, and when it was noted as such. */
  readonly met: ReadonlyMap<string, Date>;
}

/** Everybody whom offers keep from being suggested to this student (decisions/015); two who met, until both said 'again'. */
export async function offerPartners(deps: Deps, userId: string): Promise<Partners> {
  const since = deps.clock.now().getTime() - DECLINE_HOLDS_MS;
  const all = await threadsOf(deps, userId);
  const partners = (chosen: readonly Thread[]) =>
    chosen.flatMap((thread) => {
      const side = sideOf(thread, userId);
      const partner = side && userAt(thread, otherSide(side));
      return partner ? [[partner, thread.updatedAt] as const] : [];
    });
  const ids = (chosen: readonly Thread[]) => new Set(partners(chosen).map(([id]) => id));
  return {
    open: ids(all.filter(isOpen)),
    declined: ids(all.filter((each) => isDeclined(each) && each.updatedAt.getTime() > since)),
    // the latest of several dates counts
    met: new Map(partners(all.filter(isCompleted)).reverse()),
  };
}

/** What all offers together tell a matching round. */
export interface OffersSoFar {
  /** Every two with an open offer, a late decline or a date between them that not both want to repeat. */
  readonly apart: readonly (readonly [string, string])[];
  /** People with so many first offers to answer that they are suggested to nobody. */
  readonly overAsked: ReadonlySet<string>;
  /** Completed dates and the last of them. */
  readonly dates: ReadonlyMap<string, { readonly count: number; readonly last: Date }>;
}

/** Reads every offer once. */
export async function offersSoFar(deps: Deps): Promise<OffersSoFar> {
  const since = deps.clock.now().getTime() - DECLINE_HOLDS_MS;
  const again = await againPairs(deps);
  const apart: (readonly [string, string])[] = [];
  const waiting = new Map<string, number>();
  const dates = new Map<string, { count: number; last: Date }>();
  for await (const thread of everyThread(deps)) {
    const { initiatorId: a, inviteeId: b, updatedAt } = thread;
    const round = lastRound(thread);
    if (b && isPending(round) && round.by === 'initiator') waiting.set(b, (waiting.get(b) ?? 0) + 1);
    if (isCompleted(thread))
      for (const id of [a, b])
        if (id) dates.set(id, { count: (dates.get(id)?.count ?? 0) + 1, last: round.proposedDate });
    if (!a || !b) continue;
    const isLateDecline = isDeclined(thread) && updatedAt.getTime() > since;
    const isOver = isCompleted(thread) && !again.has(pairOf(a, b));
    if (isOpen(thread) || isLateDecline || isOver) apart.push([a, b]);
  }
  const overAsked = [...waiting].flatMap(([id, n]) => (n >= LIMITS.unansweredOffersMax ? [id] : []));
  return { apart, overAsked: new Set(overAsked), dates };
}

/** Ends whatever is open between two people, on behalf of one of them (a block, a report, a deleted account). */
export async function endOpenOffersBetween(deps: Deps, userId: string, partnerId: string): Promise<void> {
  for (const thread of await openThreadsBetween(deps, userId, partnerId)) {
    await endThread(deps, thread, sideOf(thread, userId)!);
  }
}
