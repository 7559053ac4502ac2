import { LIMITS } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { BLANK, type RoundFields } from './round-fields';

/** The two people of a thread: the one who wrote first, and the other. */
export type Side = 'initiator' | 'invitee';

export const otherSide = (side: Side): Side => (side === 'initiator' ? 'invitee' : 'initiator');

/** One offer: a proposal by one side. Rescheduling adds the next one with the roles swapped. */
export type Round = RoundFields & { readonly by: Side };

export interface HistoryEntry {
  readonly at: Date;
  readonly by: Side | 'system';
  readonly step: 'create' | Step['kind'];
  readonly roundId: string;
}

/** An offer and all its counter-offers: one document, so that every change is one conditional write. */
export interface Thread {
  /** Id of the first offer and root of the calendar event's UID. */
  readonly id: string;
  /** Null once that account was deleted. */
  readonly initiatorId: string | null;
  readonly inviteeId: string | null;
  /** What names the account that was deleted after a date, so that the recipient can still report it. Not shown to anybody. */
  readonly left?: { readonly id: string; readonly until: Date } | null;
  readonly rounds: readonly Round[];
  /** Changes to time, place or status so far: SEQUENCE of the calendar event (RFC 5545 3.8.7.4). */
  readonly sequence: number;
  readonly history: readonly HistoryEntry[];
  /** When a pending offer is withdrawn by itself, because its sender has a date then. Not shown to anybody. */
  readonly withdrawAt?: Date | null;
  /** Rises with every write that the two may notice; 0 before the first. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Replaces a place written by a deleted student. */
export const NO_PLACE = '–';

export type Step =
  | { readonly kind: 'accept'; readonly reply: string | null }
  | { readonly kind: 'decline'; readonly reply: string | null }
  | {
      readonly kind: 'reschedule';
      readonly counterId: string;
      readonly proposedDate: Date;
      readonly location: string | null;
      readonly activity: string | null;
      readonly placeId?: string | null;
      readonly message: string | null;
    }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'expire' };

export const sideOf = (thread: Thread, userId: string): Side | null =>
  thread.initiatorId === userId ? 'initiator' : thread.inviteeId === userId ? 'invitee' : null;

export const userAt = (thread: Thread, side: Side): string | null =>
  side === 'initiator' ? thread.initiatorId : thread.inviteeId;

/** Whether safety still knows the mailbox of the student who left. */
export const isKnown = ({ left }: Thread, now: Date): boolean => left != null && left.until > now;

/** The id of the other person; null if their account was deleted or `userId` is neither of the two. */
export function partnerIn(thread: Thread, userId: string): string | null {
  const side = sideOf(thread, userId);
  return side && userAt(thread, otherSide(side));
}

/** Ids of the two people, without deleted accounts. */
export const peopleIn = ({ initiatorId, inviteeId }: Thread): string[] =>
  [initiatorId, inviteeId].filter((id) => id !== null);

export const lastRound = (thread: Thread): Round => thread.rounds.at(-1)!;

/** Waiting for an answer. */
export const isPending = (round: Round) => round.status === 'pending' && round.cancelledAt === null;
/** Agreed and still to happen. */
export const isAgreed = (round: Round) => round.status === 'accepted' && round.cancelledAt === null;
/** Agreed and called off by one of the two. */
export const isCalledOff = (round: Round) => round.status === 'accepted' && round.cancelledAt !== null;
/** Whether a date is over that had begun: completed, or called off after its start. The recipient can report what happened there. */
export const hasBegun = ({ status, cancelledAt, proposedDate }: Round) =>
  status === 'completed' || (status === 'accepted' && cancelledAt !== null && cancelledAt >= proposedDate);
/** Whether the pair cannot have another open offer. */
export const isOpen = (thread: Thread) => isPending(lastRound(thread)) || isAgreed(lastRound(thread));

/** When an agreed date counts as completed: two hours after its start, as in the calendar. */
export const completionOf = (proposedDate: Date) =>
  new Date(proposedDate.getTime() + LIMITS.dateHours * HOUR_MS);

/** When a pending offer ends without an answer: seven days after it was sent, or when its time has passed. */
export const expiryOf = ({ createdAt, proposedDate }: Round) =>
  new Date(Math.min(proposedDate.getTime(), createdAt.getTime() + LIMITS.offerDaysOpen * 24 * HOUR_MS));

/** When the thread changes by itself, if at all. */
export function endOf({ rounds, withdrawAt }: Pick<Thread, 'rounds' | 'withdrawAt'>): Date | null {
  const round = rounds.at(-1)!;
  if (isAgreed(round)) return completionOf(round.proposedDate);
  if (!isPending(round)) return null;
  const expiry = expiryOf(round);
  return withdrawAt && withdrawAt < expiry ? withdrawAt : expiry;
}

const changed = (round: Round, now: Date, change: Partial<Round>): Round => ({
  ...round,
  // an answered offer no longer needs them
  sharedTimes: [],
  ...change,
  updatedAt: now,
});

function roundsAfter(round: Round, step: Step, by: Side | 'system', now: Date): readonly Round[] {
  switch (step.kind) {
    case 'accept':
      return [changed(round, now, { status: 'accepted', reply: step.reply })];
    case 'decline':
      return [changed(round, now, { status: 'declined', reply: step.reply })];
    case 'withdraw':
      return [changed(round, now, { cancelledAt: now, cancelledBy: 'sender' })];
    case 'cancel':
      return [
        changed(round, now, { cancelledAt: now, cancelledBy: by === round.by ? 'sender' : 'recipient' }),
      ];
    case 'expire':
      return [changed(round, now, { cancelledAt: now })];
    case 'complete':
      return [changed(round, now, { status: 'completed' })];
    case 'reschedule':
      return [
        changed(round, now, { status: 'rescheduled' }),
        {
          ...BLANK,
          id: step.counterId,
          by: otherSide(round.by),
          proposedDate: step.proposedDate,
          location: step.location ?? round.location,
          activity: step.activity ?? round.activity,
          placeId: step.location === null ? round.placeId : (step.placeId ?? null),
          sharedTimes: round.sharedTimes,
          message: step.message,
          status: 'pending',
          createdAt: now,
          updatedAt: now,
        },
      ];
  }
}

const needsAgreement = (step: Step) => step.kind === 'cancel' || step.kind === 'complete';

/**
 * The thread after a step on its offer `roundId`; null if that offer's state does not allow the step (spec 4). Does not check who may take it.
 */
export function applyStep(
  thread: Thread,
  roundId: string,
  step: Step,
  { by, now }: { readonly by: Side | 'system'; readonly now: Date },
): Thread | null {
  const round = lastRound(thread);
  const { withdrawAt: _, ...rest } = thread;
  if (round.id !== roundId) return null;
  if (!(needsAgreement(step) ? isAgreed(round) : isPending(round))) return null;
  return {
    ...rest,
    rounds: [...thread.rounds.slice(0, -1), ...roundsAfter(round, step, by, now)],
    // a date that took place is still the same event
    sequence: thread.sequence + (step.kind === 'complete' ? 0 : 1),
    history: [...thread.history, { at: now, by, step: step.kind, roundId }],
    updatedAt: now,
  };
}

/**
 * The thread as it is now: a date that is over is completed, an offer that nobody answered in time has ended, and one whose sender has a date then
 * is withdrawn at its instant, whenever that is stored.
 */
export function asOf(thread: Thread, now: Date): Thread {
  const at = endOf(thread);
  if (!at || at > now) return thread;
  const { id, by } = lastRound(thread);
  if (isAgreed(lastRound(thread)))
    return applyStep(thread, id, { kind: 'complete' }, { by: 'system', now: at })!;
  return at === thread.withdrawAt
    ? applyStep(thread, id, { kind: 'withdraw' }, { by, now: at })!
    : applyStep(thread, id, { kind: 'expire' }, { by: 'system', now: at })!;
}

/** How a student ends what is open: by a withdrawal, a decline, or calling the date off. */
export function endingBy(
  thread: Thread,
  side: Side,
): Extract<Step, { kind: 'cancel' | 'withdraw' | 'decline' }> {
  if (isAgreed(lastRound(thread))) return { kind: 'cancel' };
  return lastRound(thread).by === side ? { kind: 'withdraw' } : { kind: 'decline', reply: null };
}

const APART = {
  decline: 'decline',
  withdraw: 'withdrawn',
  expire: 'expired',
  cancel: 'called_off',
} as const;

/**
 * One unanswered attempt: after the last step, `about` may not ask `by` again. Null after another step, if one of the two is gone, and after a date
 * that had begun: whether the two meet again is what both say about it.
 */
export function attemptIn(thread: Thread) {
  const { step, by: who } = thread.history.at(-1)!;
  if (!(step in APART) || hasBegun(lastRound(thread))) return null;
  // an offer without a yes was its sender's attempt; a date called off was the other's
  const asker = step === 'cancel' && who !== 'system' ? otherSide(who) : lastRound(thread).by;
  const [by, about] = [userAt(thread, otherSide(asker)), userAt(thread, asker)];
  return by && about ? { by, about, reason: APART[step as keyof typeof APART] } : null;
}

type Opening = Partial<RoundFields> &
  Pick<RoundFields, 'id' | 'proposedDate' | 'location' | 'activity'> & {
    readonly initiatorId: string;
    readonly inviteeId: string;
  };

/** A first offer. */
export function openThread({ id, initiatorId, inviteeId, ...proposal }: Opening, now: Date): Thread {
  const round: Round = {
    ...BLANK,
    ...proposal,
    id,
    by: 'initiator',
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  };
  return {
    id,
    initiatorId,
    inviteeId,
    rounds: [round],
    sequence: 0,
    history: [{ at: now, by: 'initiator', step: 'create', roundId: id }],
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
}
