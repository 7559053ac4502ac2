import { Types, type ClientSession } from 'mongoose';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { journalOf } from '../../infra/journal';
import type { Deps } from '../resource';
import { isBlockedBetween } from '../safety/index';
import { bookBoth, hasBooking, releaseTimes } from './bookings';
import { chosenPlace, placeTroubles } from './offered-place';
import { ROUNDS_MAX } from './offers.policy';
import { isValidTime } from './times';
import {
  isAgreed,
  isPending,
  lastRound,
  otherSide,
  peopleIn,
  sideOf,
  applyStep,
  userAt,
  type Round,
  type Side,
  type Step,
  type Thread,
} from './thread';
import { commitThread, findThread } from './threads';
import { eraseNotesOfDate } from './your-date/date-note.model';

export interface Found {
  readonly thread: Thread;
  readonly round: Round;
  /** The caller's side. */
  readonly side: Side;
}

/** An offer of this student; 404 for other students' offers and for one with a blocked person (decisions/009). */
export async function ownOffer(deps: Deps, userId: string, offerId: string): Promise<Found> {
  const thread = await findThread(deps, offerId);
  const side = thread && sideOf(thread, userId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  if (!thread || !side || !round) throw new ApiError('not_found');
  const partner = userAt(thread, otherSide(side));
  if (partner && (await isBlockedBetween(deps, userId, partner))) throw new ApiError('not_found');
  return { thread, round, side };
}

/** Thrown when an offer's state no longer allows the answer; has the current offer. */
export class OfferChanged extends Error {
  constructor(
    readonly code:
      | 'offer_state_changed'
      | 'offer_time_passed'
      | 'offer_open_exists'
      | 'double_booked'
      | 'offer_time_unavailable'
      | 'reschedule_limit_reached',
    readonly current: Found,
  ) {
    super(code);
  }
}

/** Attempts when others write the same thread at the same time; two people rarely write that often at once. */
export const TRIES = 8;

/** Checks a step before it is written; throws the refusal. */
type StepCheck = (found: Found) => Promise<void> | void;

/** Written in the transaction of a step; may throw a refusal. */
type StepWrites = (found: Found, session: ClientSession) => Promise<unknown>;

async function transition(
  deps: Deps,
  offerId: string,
  userId: string,
  step: Step,
  judge: StepCheck,
  along?: StepWrites,
): Promise<Found> {
  for (let tries = 0; ; tries++) {
    const found = await ownOffer(deps, userId, offerId);
    await judge(found);
    const next = applyStep(found.thread, offerId, step, { by: found.side, now: deps.clock.now() });
    if (!next) throw new OfferChanged('offer_state_changed', found);
    const written = await commitThread(deps, next, along && ((session) => along(found, session)));
    if (written) {
      const round = written.rounds.find(({ id }) => id === offerId)!;
      return { thread: written, round, side: found.side };
    }
    if (tries === TRIES) throw new OfferChanged('offer_state_changed', await ownOffer(deps, userId, offerId));
  }
}

const recipientAndPending: StepCheck = (found) => {
  if (found.side === found.round.by) throw new ApiError('forbidden');
  if (!isPending(found.round) || lastRound(found.thread).id !== found.round.id) {
    throw new OfferChanged('offer_state_changed', found);
  }
};

/** Accepts the offer and books the time for both, or does neither if one of them is booked. */
export const acceptOffer = (deps: Deps, userId: string, offerId: string, reply: string | null) =>
  transition(
    deps,
    offerId,
    userId,
    { kind: 'accept', reply },
    (found) => {
      recipientAndPending(found);
      if (found.round.proposedDate <= deps.clock.now()) throw new OfferChanged('offer_time_passed', found);
    },
    async (found, session) => {
      const slot = { offerId, start: found.round.proposedDate };
      const taken = await bookBoth(deps, peopleIn(found.thread), slot, session);
      if (taken.length === 0) return;
      // does not reveal that the other person has a date, only that the time is not possible
      const isOwn = taken.includes(userId);
      throw new OfferChanged(isOwn ? 'double_booked' : 'offer_time_unavailable', found);
    },
  );

/** Declines the offer. A restore repeats it, so that a declined student does not come back. */
export async function declineOffer(deps: Deps, userId: string, offerId: string, reply: string | null) {
  const found = await transition(deps, offerId, userId, { kind: 'decline', reply }, recipientAndPending);
  await journalOf(deps.db).keep('offer_threads', [found.thread.id]);
  return found;
}

interface Proposal {
  readonly proposedDate: Date;
  readonly location: string | null;
  readonly activity: string | null;
  readonly placeId?: string | undefined;
  readonly message: string | null;
}

/** Answers with another time: the offer becomes rescheduled, and a counter-offer waits for the other side. */
export function rescheduleOffer(
  deps: Deps,
  userId: string,
  offerId: string,
  { placeId, ...proposal }: Proposal,
): Promise<Found> {
  const counterId = new Types.ObjectId().toHexString();
  const step = { kind: 'reschedule', counterId, placeId: placeId ?? null, ...proposal } as const;
  return transition(deps, offerId, userId, step, async (found) => {
    await recipientAndPending(found);
    if (found.thread.rounds.length >= ROUNDS_MAX) throw new OfferChanged('reschedule_limit_reached', found);
    if (!isValidTime(proposal.proposedDate, deps.clock.now())) throw new ApiError('offer_time_invalid');
    const isSameTime = proposal.proposedDate.getTime() === found.round.proposedDate.getTime();
    // the time may stay if only the place is gone
    const isForPlace = placeId !== undefined && (await placeTroubles(deps))(found.thread, found.round);
    if (isSameTime && !isForPlace) {
      throw new ApiError('offer_time_invalid', {
        detail: message('Choose a time that differs from the proposed one.'),
      });
    }
    await chosenPlace(deps, placeId, { location: proposal.location, at: proposal.proposedDate });
    if (await hasBooking(deps, userId, proposal.proposedDate)) throw new OfferChanged('double_booked', found);
  });
}

export const withdrawOffer = (deps: Deps, userId: string, offerId: string) =>
  transition(deps, offerId, userId, { kind: 'withdraw' }, (found) => {
    if (found.side !== found.round.by) throw new ApiError('forbidden');
  });

/** Releases the booked time of both, and erases their notes about the date. */
async function clearDate(deps: Deps, thread: Thread, offerId: string, session: ClientSession): Promise<void> {
  await releaseTimes(deps, peopleIn(thread), offerId, session);
  await eraseNotesOfDate(deps, offerId, session);
}

/** Calls an agreed date off. */
export const cancelOffer = (deps: Deps, userId: string, offerId: string) =>
  transition(
    deps,
    offerId,
    userId,
    { kind: 'cancel' },
    () => undefined,
    ({ thread }, session) => clearDate(deps, thread, offerId, session),
  );

/** Ends an open thread: withdraws a pending offer or calls off an agreed date. Returns whether it was a date. */
export async function endThread(deps: Deps, thread: Thread, by: Side): Promise<boolean> {
  for (let current: Thread | null = thread; current; current = await findThread(deps, thread.id)) {
    const { id, by: sender } = lastRound(current);
    const isDate = isAgreed(lastRound(current));
    const kind = isDate ? 'cancel' : sender === by ? 'withdraw' : 'decline';
    const step: Step = kind === 'decline' ? { kind, reply: null } : { kind };
    const next = applyStep(current, id, step, { by, now: deps.clock.now() });
    if (!next) return false;
    const clear = (session: ClientSession) => clearDate(deps, next, id, session);
    if (await commitThread(deps, next, isDate ? clear : undefined)) return isDate;
  }
  return false;
}
