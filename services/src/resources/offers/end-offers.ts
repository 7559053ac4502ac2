import type { ClientSession } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import type { Deps } from '../resource';
import { whoEnded } from '../safety/index';
import { readBooks, writeBooks } from './date-book';
import { applyStep, endingBy, isOpen, lastRound, peopleIn, sideOf } from './thread';
import { everyThread, threadBetween } from './threads';
import { writeOffer } from './write-offer';

/**
 * Ends what is open between two students on behalf of the first, with `also` in the same transaction: a block. Both date books are written, so
 * an offer between the two is either ended here or sees what `also` wrote. The other side sees, and is notified of, an ordinary decline, withdrawal or calling off.
 */
export async function endOpenOffersBetween<T>(
  deps: Deps,
  userId: string,
  partnerId: string,
  also: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return inTransaction(deps.db, async (session) => {
    const thread = await threadBetween(deps, userId, partnerId, session);
    const books = await readBooks(deps, [userId, partnerId], session);
    const written = await also(session);
    const by = thread && sideOf(thread, userId);
    if (!thread || !by || !isOpen(thread)) {
      await writeBooks(deps, books, null, session);
    } else {
      const step = endingBy(thread, by);
      const next = applyStep(thread, lastRound(thread).id, step, { by, now: deps.clock.now() })!;
      await writeOffer(deps, next, books, session);
    }
    return written;
  });
}

/**
 * Ends again what a student had ended and a restore brought back: by a block or report, which the journal has, or by calling a date off. An offer that
 * the other sent later stays. Nobody is told twice. Safe to repeat.
 */
export async function endAgain(deps: Deps): Promise<void> {
  for await (const thread of everyThread(deps)) {
    const [a, b] = peopleIn(thread);
    if (!isOpen(thread) || !a || !b) continue;
    const by = await whoEnded(deps, [a, b], lastRound(thread).createdAt);
    const about = by === a ? b : a;
    if (by) await endOpenOffersBetween({ ...deps, isRepeat: true }, by, about, async () => undefined);
  }
}
