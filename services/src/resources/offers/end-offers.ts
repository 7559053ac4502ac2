import type { ClientSession } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import type { Deps } from '../resource';
import { journalPairs } from '../safety/index';
import { readBooks, writeBooks } from './date-book';
import { readyNotice } from './notices';
import { applyStep, endingBy, isOpen, lastRound, sideOf } from './thread';
import { threadBetween } from './threads';
import { writeOffer } from './write-offer';

/** What the other side is told of an ordinary end; nothing of a withdrawn offer. */
const TOLD = { decline: 'declined', cancel: 'cancelled', withdraw: null } as const;

/**
 * Ends what is open between two students on behalf of the first, with `also` in the same transaction: a block. Both date books are written, so
 * an offer between the two is either ended here or sees what `also` wrote. The other side sees, and is told, what a decline, a withdrawal or
 * calling off would show.
 */
export async function endOpenOffersBetween<T>(
  deps: Deps,
  userId: string,
  partnerId: string,
  also: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const { written, pair, ended } = await inTransaction(deps.db, async (session) => {
    const thread = await threadBetween(deps, userId, partnerId, session);
    const books = await readBooks(deps, [userId, partnerId], session);
    const result = { written: await also(session), pair: null, ended: null };
    const by = thread && sideOf(thread, userId);
    if (!thread || !by || !isOpen(thread)) {
      await writeBooks(deps, books, null, session);
      return result;
    }
    const step = endingBy(thread, by);
    const next = applyStep(thread, lastRound(thread).id, step, { by, now: deps.clock.now() })!;
    const pair = await writeOffer(deps, next, books, session);
    return { ...result, pair, ended: { thread: next, what: TOLD[step.kind] } };
  });
  await journalPairs(deps, [pair]);
  if (ended?.what) {
    await (
      await readyNotice(deps, ended.thread, userId, ended.what)
    )();
  }
  return written;
}
