import type { Deps } from '../resource';
import { blocks } from './block.model';
import { adoptBlocks, blockedIds, everyBlock, moveBlocks } from './blocks';
import {
  everyHiddenContact,
  hiddenFrom,
  marksHiddenBy,
  moveContacts,
  storeOwnMark,
  ownMarks,
  peopleAt,
} from './contacts';
import { GONE } from './marks';
import { reports } from './report.model';
import { adoptReports, moveReports } from './report-people';
import { adoptStanding, moveStanding } from './standing';
import { standings } from './standing.model';

/**
 * Everybody whom safety removes from this student's list at once: blocked either way, or students who hid this student's address. A student
 * who hides an address sees no change before the next round; otherwise adding addresses one by one would reveal which card belongs to an address.
 */
export async function lostIds(deps: Deps, userId: string, mark: string): Promise<string[]> {
  const lost = await Promise.all([blockedIds(deps, userId), hiddenFrom(deps, mark)]);
  return lost.flatMap((ids) => [...ids]);
}

/** Mailboxes that a new list must not contain: blocked or hidden, either way. */
export async function marksApartFrom(deps: Deps, userId: string, mark: string): Promise<string[]> {
  const [blocked, hiding, hidden] = await Promise.all([
    blockedIds(deps, userId),
    hiddenFrom(deps, mark),
    marksHiddenBy(deps, userId),
  ]);
  const people = [...blocked, ...hiding];
  const marks = await ownMarks(deps, people);
  return [
    ...hidden,
    ...marks.values(),
    // deleted accounts that blocked this student
    ...people.filter((id) => id.startsWith(GONE)),
  ];
}

/** Every pair that must not meet because of a block or a hidden contact, by user id or mark. */
export async function* everyoneApart(deps: Deps): AsyncGenerator<readonly [string, string]> {
  for await (const { blockerId, blockedId } of everyBlock(deps)) yield [blockerId, blockedId];
  for await (const { userId, mark } of everyHiddenContact(deps)) yield [userId, mark];
}

/** Restores the stored data of their mailbox to a student who registers: blocks either way, reports, and strikes (decisions/012). */
export async function adoptTraces(deps: Deps, userId: string, email: string): Promise<void> {
  await storeOwnMark(deps, userId, email);
  await adoptBlocks(deps, userId, email);
  // reports first: later decisions then apply to the student, not to the mark
  await adoptReports(deps, userId, email);
  await adoptStanding(deps, userId, email);
}

/** Moves everything that safety stores about one account to another account of the same mailbox. Safe to repeat. */
export async function moveTraces(deps: Deps, from: string, to: string): Promise<void> {
  await moveBlocks(deps, from, to);
  await moveReports(deps, from, to);
  await moveStanding(deps, from, to);
  await moveContacts(deps, from, to);
}

/** The marks of deleted accounts that have stored data. */
async function marksWithData({ db }: Deps): Promise<string[]> {
  const isGone = /^gone:/;
  const found = await Promise.all([
    blocks(db).distinct('blockerId', { blockerId: isGone }),
    blocks(db).distinct('blockedId', { blockedId: isGone }),
    reports(db).distinct('reporterId', { reporterId: isGone }),
    reports(db).distinct('reportedId', { reportedId: isGone }),
    standings(db).distinct('_id', { _id: isGone }),
  ]);
  return [...new Set(found.flat())];
}

/**
 * Moves the stored data of a deleted account to the current account of the same mailbox: older versions allowed `ann+tag@` beside `ann@`. Safe
 * to repeat.
 */
export async function adoptLeftTraces(deps: Deps): Promise<void> {
  for (const [mark, userId] of await peopleAt(deps, await marksWithData(deps)))
    await moveTraces(deps, mark, userId);
}
