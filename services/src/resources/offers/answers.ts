import { randomInt } from 'node:crypto';
import { message } from '@flint/texts/catalogue';
import type { ClientSession } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { inTransaction } from '../../infra/in-transaction';
import { randomId } from '../../infra/random-id';
import type { Deps } from '../resource';
import { absenceOf, hasCut } from '../safety/index';
import { isTaken, readBooks, type Books } from './date-book';
import { readPlaces } from './offered-place';
import { ROUNDS_MAX } from './offers.policy';
import { isValidTime } from './times';
import {
  applyStep,
  isPending,
  lastRound,
  otherSide,
  peopleIn,
  sideOf,
  userAt,
  type Round,
  type Side,
  type Step,
  type Thread,
} from './thread';
import { findThread } from './threads';
import { writeOffer } from './write-offer';

export interface Found {
  readonly thread: Thread;
  readonly round: Round;
  /** The caller's side. */
  readonly side: Side;
}

/** An offer of this student; 404 for other students' offers and for one with somebody this student blocked. */
export async function ownOffer(
  deps: Deps,
  userId: string,
  offerId: string,
  session: ClientSession | null = null,
): Promise<Found> {
  const thread = await findThread(deps, offerId, session);
  const side = thread && sideOf(thread, userId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  if (!thread || !side || !round) throw new ApiError('not_found');
  const partner = userAt(thread, otherSide(side));
  if (partner && (await hasCut(deps, userId, partner, session))) throw new ApiError('not_found');
  return { thread, round, side };
}

/** Thrown when an offer's state does not allow an act; has the current offer. */
export class OfferChanged extends Error {
  constructor(
    readonly code: 'offer_state_changed' | 'offer_open_exists' | 'double_booked' | 'reschedule_limit_reached',
    readonly current: Found,
  ) {
    super(code);
  }
}

/** Whether the student on a side has agreed to another date at the time of a proposal. */
const isTakenFor = (
  books: Books,
  { thread }: Found,
  side: Side,
  { id = '', proposedDate }: { id?: string; proposedDate: Date },
) => isTaken(books.get(userAt(thread, side) ?? ''), proposedDate, id);

/** A page hears of a withdrawal within this time. */
const UNHEARD_MS = 1_000;

/**
 * A random instant of the second before the answer to an offer: its sender could have withdrawn it then, and the page of the answer not yet have
 * heard of it. The instant of the answer itself would tell that nobody withdrew it by hand.
 */
function shortlyBefore(answeredAt: Date, offeredAt: Date): Date {
  const openMs = Math.min(UNHEARD_MS, answeredAt.getTime() - offeredAt.getTime());
  return new Date(answeredAt.getTime() - (openMs > 0 ? randomInt(openMs) + 1 : 0));
}

/** Throws if the safety team restricted this student: no offers and no agreements. */
export async function refuseRestricted(deps: Deps, userId: string, session: ClientSession): Promise<void> {
  if ((await absenceOf(deps, userId, session)).includes('restricted'))
    throw new ApiError('account_restricted');
}

/** The step to take, from what was loaded; throws the refusal. */
type Decide = (found: Found, books: Books, now: Date) => Step;

/** Loads an offer and both date books, decides, and writes, in one transaction. */
async function act(
  deps: Deps,
  userId: string,
  offerId: string,
  decide: Decide,
  { isAgreement = false } = {},
): Promise<Found> {
  return inTransaction(deps.db, async (session) => {
    if (isAgreement) await refuseRestricted(deps, userId, session);
    const found = await ownOffer(deps, userId, offerId, session);
    const books = await readBooks(deps, peopleIn(found.thread), session);
    const now = deps.clock.now();
    const step = decide(found, books, now);
    // only the sender withdraws, also by itself
    const by = step.kind === 'withdraw' ? found.round.by : found.side;
    const at = by === found.side ? now : shortlyBefore(now, found.round.createdAt);
    const taken = applyStep(found.thread, offerId, step, { by, now: at });
    if (!taken) throw new OfferChanged('offer_state_changed', found);
    const thread = { ...taken, updatedAt: now };
    await writeOffer(deps, thread, books, session);
    return { ...found, thread, round: thread.rounds.find(({ id }) => id === offerId)! };
  });
}

/**
 * Takes the recipient's step on a pending offer. If the sender has agreed to another date then, the offer is withdrawn and the answer
 * refused, as if the sender had withdrawn it shortly before: nobody learns of the date.
 */
async function answer(
  deps: Deps,
  userId: string,
  offerId: string,
  decide: Decide,
  { isAgreement = true } = {},
): Promise<Found> {
  const step: Decide = (loaded, books, now) => {
    const { side, round, thread } = loaded;
    if (side === round.by) throw new ApiError('forbidden');
    if (!isPending(round) || lastRound(thread).id !== round.id)
      throw new OfferChanged('offer_state_changed', loaded);
    // first what refuses it in any case: a refusal that depends on the sender's date could be repeated for nothing
    const step = decide(loaded, books, now);
    return isTakenFor(books, loaded, round.by, round) ? { kind: 'withdraw' } : step;
  };
  const found = await act(deps, userId, offerId, step, { isAgreement });
  if (found.round.cancelledAt) throw new OfferChanged('offer_state_changed', found);
  return found;
}

/** Accepts the offer and books the time for both, or does neither. */
export const acceptOffer = (deps: Deps, userId: string, offerId: string, reply: string | null) =>
  answer(deps, userId, offerId, (found, books) => {
    if (isTakenFor(books, found, found.side, found.round)) throw new OfferChanged('double_booked', found);
    return { kind: 'accept', reply };
  });

/** Declines the offer. */
export const declineOffer = (deps: Deps, userId: string, offerId: string, reply: string | null) =>
  answer(deps, userId, offerId, () => ({ kind: 'decline', reply }), { isAgreement: false });

interface Proposal {
  readonly proposedDate: Date;
  readonly location: string | null;
  readonly activity: string | null;
  readonly placeId?: string | undefined;
  readonly message: string | null;
}

/** Answers with another time: the offer becomes rescheduled, and a counter-offer waits for the other side. */
export async function rescheduleOffer(
  deps: Deps,
  userId: string,
  offerId: string,
  proposal: Proposal,
): Promise<Found> {
  const places = await readPlaces(deps);
  const { placeId, location, proposedDate } = proposal;
  const counterId = randomId();
  return answer(deps, userId, offerId, (found, books, now) => {
    const { thread, round } = found;
    if (thread.rounds.length >= ROUNDS_MAX) throw new OfferChanged('reschedule_limit_reached', found);
    if (!isValidTime(proposedDate, now)) throw new ApiError('offer_time_invalid');
    // the time may stay if only the place is gone
    const isForPlace = placeId !== undefined && places.troubleOf(thread, round);
    if (proposedDate.getTime() === round.proposedDate.getTime() && !isForPlace)
      throw new ApiError('offer_time_invalid', {
        detail: message('Choose a time that differs from the proposed one.'),
      });
    places.chosen(placeId, { location, at: proposedDate });
    if (isTakenFor(books, found, found.side, { proposedDate }))
      throw new OfferChanged('double_booked', found);
    return { kind: 'reschedule', counterId, ...proposal, placeId: placeId ?? null };
  });
}

export const withdrawOffer = (deps: Deps, userId: string, offerId: string) =>
  act(deps, userId, offerId, ({ side, round }) => {
    if (side !== round.by) throw new ApiError('forbidden');
    return { kind: 'withdraw' };
  });

/** Calls an agreed date off. */
export const cancelOffer = (deps: Deps, userId: string, offerId: string) =>
  act(deps, userId, offerId, () => ({ kind: 'cancel' }));
