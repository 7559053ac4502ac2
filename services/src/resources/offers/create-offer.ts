import { ERRORS, type BodyOf, type ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { inTransaction } from '../../infra/in-transaction';
import { randomId } from '../../infra/random-id';
import { listedAs } from '../matches/index';
import type { Deps } from '../resource';
import { absentIds, endAttempts, marksEver, ownMarks, readPair } from '../safety/index';
import { OfferChanged, refuseRestricted } from './answers';
import { isTaken, readBooks, secondsToWait, type Book } from './date-book';
import { readPlaces } from './offered-place';
import { isPlanOf } from './offered-plan';
import { attemptIn, isOpen, lastRound, openThread, sideOf, type Thread } from './thread';
import { threadBetween, writeThread } from './threads';
import { isValidTime } from './times';
import { writeOffer } from './write-offer';

/** A new offer, with what else the transaction has read. */
interface Written {
  readonly thread: Thread;
  readonly book: Book | undefined;
}

type Proposal = BodyOf<typeof ROUTES.createOffer>;

/**
 * Invites somebody on the sender's list, to a time of the next 60 days. Of simultaneous calls for one pair, in either direction, one makes an offer.
 * A call and a simultaneous protection (block, pause, hide, delete) see each other: the transaction reads again what protection may change.
 */
export async function createOffer(deps: Deps, fromId: string, proposal: Proposal): Promise<Written> {
  const { toUserId: toId, planId, location, activity, message } = proposal;
  const now = deps.clock.now();
  const proposedDate = new Date(proposal.proposedDate);
  if (!isValidTime(proposedDate, now)) {
    const detail = ERRORS.offer_time_invalid[1];
    throw new ApiError('offer_time_invalid', { errors: [{ pointer: '/proposedDate', detail }] });
  }
  const [places, marks] = await Promise.all([readPlaces(deps), marksEver(deps, [fromId, toId])]);
  const placeId = places.chosen(proposal.placeId, { location, at: proposedDate });
  const entry = await listedAs(deps, fromId, toId, marks.get(fromId) ?? null);
  return inTransaction(deps.db, async (session) => {
    await refuseRestricted(deps, fromId, session);
    const between = await threadBetween(deps, fromId, toId, session);
    // The other's block is not read: that offer waits and reaches nobody.
    const { isCut, isOffList, hasAsked, attempts } = await readPair(deps, marks, fromId, toId, session);
    const books = await readBooks(deps, marks, session);
    const here = await ownMarks(deps, [fromId, toId], session);
    const absent = await absentIds(deps, [fromId, toId], session);
    const isAway = !here.has(fromId) || !here.has(toId) || absent.length > 0;

    // the sender's own state first, so that no refusal reveals anything about the other person
    // A student who blocked the other must not learn of the other's offer.
    if (between && isOpen(between) && !isCut) {
      const side = sideOf(between, fromId)!;
      throw new OfferChanged('offer_open_exists', { thread: between, round: lastRound(between), side });
    }
    if (isTaken(books.get(fromId), proposedDate)) throw new ApiError('double_booked');
    const retryAfterSeconds = secondsToWait(books.get(fromId), now);
    if (retryAfterSeconds > 0) throw new ApiError('offer_limit_reached', { retryAfterSeconds });
    // the timed work stores the end of an own offer within a minute
    const isAsked = between !== null && attemptIn(between)?.about === fromId;
    // ... and may have stored it since the list was read
    if (!entry || isAway || isCut || isOffList || isAsked || hasAsked) throw new ApiError('not_a_match');
    if (planId !== undefined && !isPlanOf(entry, proposal, planId)) throw new ApiError('plan_changed');

    const thread = openThread(
      {
        id: randomId(),
        initiatorId: fromId,
        inviteeId: toId,
        proposedDate,
        location,
        activity,
        placeId,
        isPlan: planId !== undefined,
        sharedTimes: entry.sharedTimes.map((at) => new Date(at)),
        message: message || null,
      },
      now,
    );
    // an offer that has ended by itself makes room
    if (between) await writeThread(deps, between, session);
    await endAttempts(deps, attempts, { session });
    await writeOffer(deps, thread, books, session);
    return { thread, book: books.get(fromId) };
  });
}
