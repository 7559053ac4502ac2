import type { Deps } from '../resource';
import { againPairs, pairOf } from './meetings';
import { isCalledOff, isOpen, isPending, lastRound, partnerIn, type Thread } from './thread';
import { everyThread, threadsOf } from './threads';

const isCompleted = (thread: Thread) => lastRound(thread).status === 'completed';

export interface Partners {
  /** People with an open offer to or from this student. */
  readonly open: ReadonlySet<string>;
  /** People with whom this student had a completed date, and when it was marked as completed. */
  readonly met: ReadonlyMap<string, Date>;
  /** People whose last date with this student was called off, and when. */
  readonly calledOff: ReadonlyMap<string, Date>;
}

/** People who must not be suggested to this student because of offers (decisions/012); two who met, until both said 'again'. */
export const offerPartners = async (deps: Deps, userId: string): Promise<Partners> =>
  partnersIn(userId, await threadsOf(deps, userId));

/** The same from the student's threads, the newest first. */
export function partnersIn(userId: string, all: readonly Thread[]): Partners {
  const partners = (chosen: readonly Thread[]) =>
    chosen.flatMap((thread) => {
      const partner = partnerIn(thread, userId);
      return partner ? [[partner, thread.updatedAt] as const] : [];
    });
  const ids = (chosen: readonly Thread[]) => new Set(partners(chosen).map(([id]) => id));
  return {
    open: ids(all.filter(isOpen)),
    // the latest of several dates counts: two people have one open offer at a time, so the newest ended last
    met: new Map(partners(all.filter(isCompleted)).reverse()),
    calledOff: new Map(partners(all.filter((thread) => isCalledOff(lastRound(thread)))).reverse()),
  };
}

/** What a matching round reads from all offers. */
export interface OffersSoFar {
  /** Pairs with an open offer, or a date that not both want to repeat. */
  readonly apart: readonly (readonly [string, string])[];
  /** Number of first offers that wait for a student's answer. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Completed dates and the last of them. */
  readonly dates: ReadonlyMap<string, { readonly count: number; readonly last: Date }>;
}

/** Reads every offer once. */
export async function offersSoFar(deps: Deps): Promise<OffersSoFar> {
  const again = await againPairs(deps);
  const apart: (readonly [string, string])[] = [];
  const waiting = new Map<string, number>();
  const dates = new Map<string, { count: number; last: Date }>();
  for await (const thread of everyThread(deps)) {
    const { initiatorId: a, inviteeId: b } = thread;
    const round = lastRound(thread);
    if (b && isPending(round) && round.by === 'initiator') waiting.set(b, (waiting.get(b) ?? 0) + 1);
    if (isCompleted(thread))
      for (const id of [a, b]) {
        if (!id) continue;
        const { count = 0, last = round.proposedDate } = dates.get(id) ?? {};
        // threads come in no order
        dates.set(id, { count: count + 1, last: last > round.proposedDate ? last : round.proposedDate });
      }
    if (!a || !b) continue;
    const isOver = isCompleted(thread) && !again.has(pairOf(a, b));
    if (isOpen(thread) || isOver) apart.push([a, b]);
  }
  return { apart, waiting, dates };
}
