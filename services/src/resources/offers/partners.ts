import { partsOf } from '../../infra/parts-of';
import type { Deps } from '../resource';
import { readCuts } from '../safety/index';
import { againDates } from './meetings';
import { hasBegun, isCalledOff, isOpen, isPending, lastRound, partnerIn, type Thread } from './thread';
import { everyThread, pairOf, threadsOf } from './threads';

/** Pairs of a query: one of all would be too large, and keep requests waiting. */
const PAIRS_AT_ONCE = 100;

const isDateOver = (thread: Thread) => hasBegun(lastRound(thread));

export interface Partners {
  /** People with an open offer to or from this student. */
  readonly open: ReadonlySet<string>;
  /** People with whom this student had a date that is over, and when it ended. */
  readonly met: ReadonlyMap<string, Date>;
  /** The offer of the last of these dates, by person. */
  readonly lastDates: ReadonlyMap<string, string>;
  /** People whose last date with this student was called off before its start, and when. */
  readonly calledOff: ReadonlyMap<string, Date>;
}

/** People who must not be suggested to this student because of offers (decisions/012); two who met, until both said 'again' about their last date. */
export const offerPartners = async (deps: Deps, userId: string): Promise<Partners> =>
  partnersIn(userId, await threadsOf(deps, userId));

/** The same from the student's threads, the newest first. */
export function partnersIn(userId: string, all: readonly Thread[]): Partners {
  // the latest of several dates counts: two people have one open offer at a time, so the newest ended last
  const partners = <T>(chosen: readonly Thread[], valueOf: (thread: Thread) => T) =>
    new Map(
      chosen.toReversed().flatMap((thread) => {
        const partner = partnerIn(thread, userId);
        return partner ? [[partner, valueOf(thread)] as const] : [];
      }),
    );
  const at = ({ updatedAt }: Thread) => updatedAt;
  const over = all.filter(isDateOver);
  return {
    open: new Set(partners(all.filter(isOpen), at).keys()),
    met: partners(over, at),
    lastDates: partners(over, (thread) => lastRound(thread).id),
    calledOff: partners(
      all.filter((thread) => isCalledOff(lastRound(thread)) && !isDateOver(thread)),
      at,
    ),
  };
}

/** What a matching round reads from all offers. */
export interface OffersSoFar {
  /** Pairs with an open offer, or a last date that not both want to repeat. */
  readonly apart: readonly (readonly [string, string])[];
  /** Pairs whose last date both want to repeat. */
  readonly again: readonly (readonly [string, string])[];
  /** Number of first offers that wait for a student's answer, without those of somebody whom the student blocked. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Dates that are over and the last of them. */
  readonly dates: ReadonlyMap<string, { readonly count: number; readonly last: Date }>;
}

interface LastDate {
  readonly pair: readonly [string, string];
  readonly offerId: string;
  readonly createdAt: Date;
}

/** Counts how often a student is the first of a pair in which the first did not block the second. */
async function countUncut(deps: Deps, pairs: readonly (readonly [string, string])[]) {
  const counts = new Map<string, number>();
  for (const some of partsOf(pairs, PAIRS_AT_ONCE)) {
    const cutAt = await readCuts(deps, some);
    for (const [to, from] of some) if (!cutAt(to, from)) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}

/** Reads every offer once. */
export async function offersSoFar(deps: Deps): Promise<OffersSoFar> {
  const saidAgain = await againDates(deps);
  const lastDates = new Map<string, LastDate>();
  const apart: (readonly [string, string])[] = [];
  const again: (readonly [string, string])[] = [];
  const waiting: (readonly [string, string])[] = [];
  const dates = new Map<string, { count: number; last: Date }>();
  for await (const thread of everyThread(deps)) {
    const { initiatorId: a, inviteeId: b } = thread;
    const round = lastRound(thread);
    if (a && b && isPending(round) && round.by === 'initiator') waiting.push([b, a]);
    if (isDateOver(thread))
      for (const id of [a, b]) {
        if (!id) continue;
        const { count = 0, last = round.proposedDate } = dates.get(id) ?? {};
        // threads come in no order
        dates.set(id, { count: count + 1, last: last > round.proposedDate ? last : round.proposedDate });
      }
    if (!a || !b) continue;
    if (isOpen(thread)) apart.push([a, b]);
    const key = pairOf([a, b]);
    const last = lastDates.get(key);
    if (isDateOver(thread) && !(last && last.createdAt > thread.createdAt))
      lastDates.set(key, { pair: [a, b], offerId: round.id, createdAt: thread.createdAt });
  }
  for (const { pair, offerId } of lastDates.values()) (saidAgain.has(offerId) ? again : apart).push(pair);
  return { apart, again, waiting: await countUncut(deps, waiting), dates };
}
