import type { Deps } from '../resource';
import { blocks } from './block.model';
import { adoptBlocks, blockedIds, everyBlock, moveBlocks } from './blocks';
import {
  everyHiddenContact,
  hiddenFrom,
  marksHiddenBy,
  moveContacts,
  noteOwnMark,
  ownMarks,
  peopleAt,
} from './contacts';
import { GONE } from './marks';
import { reports } from './report.model';
import { adoptReports, moveReports } from './report-people';
import { adoptStanding, moveStanding } from './standing';
import { standings } from './standing.model';

/**
 * Everybody whom safety takes from this student's list at once: blocked either way, or with this student's address among their hidden
 * contacts. Who hides an address sees no difference before the next round: else adding addresses one after another would tell whose
 * card is whose.
 */
export async function lostIds(deps: Deps, userId: string, mark: string): Promise<string[]> {
  const lost = await Promise.all([blockedIds(deps, userId), hiddenFrom(deps, mark)]);
  return lost.flatMap((ids) => [...ids]);
}

/** Mailboxes a new list must not name: blocked or a hidden contact, either way. */
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
    // who blocked this student and left
    ...people.filter((id) => id.startsWith(GONE)),
  ];
}

/** Every two whom a block or a hidden contact keeps apart, by user id or by mark. */
export async function* everyoneApart(deps: Deps): AsyncGenerator<readonly [string, string]> {
  for await (const { blockerId, blockedId } of everyBlock(deps)) yield [blockerId, blockedId];
  for await (const { userId, mark } of everyHiddenContact(deps)) yield [userId, mark];
}

/** Gives a student who registers what their mailbox left behind: blocks either way, reports, and what stood against it (decisions/010). */
export async function adoptTraces(deps: Deps, userId: string, email: string): Promise<void> {
  await noteOwnMark(deps, userId, email);
  await adoptBlocks(deps, userId, email);
  // reports first: what is decided from now on strikes the student, not the mark
  await adoptReports(deps, userId, email);
  await adoptStanding(deps, userId, email);
}

/** Makes everything safety keeps about one account another account's of the same mailbox. Safe to repeat. */
export async function moveTraces(deps: Deps, from: string, to: string): Promise<void> {
  await moveBlocks(deps, from, to);
  await moveReports(deps, from, to);
  await moveStanding(deps, from, to);
  await moveContacts(deps, from, to);
}

/** Every name of an account that is gone under which something is kept. */
async function keptMarks({ db }: Deps): Promise<string[]> {
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
 * Gives students what an account of their mailbox left behind that was deleted while they had theirs: an older version let `ann+tag@` be one
 * beside `ann@`. Safe to repeat.
 */
export async function adoptLeftTraces(deps: Deps): Promise<void> {
  for (const [mark, userId] of await peopleAt(deps, await keptMarks(deps)))
    await moveTraces(deps, mark, userId);
}
