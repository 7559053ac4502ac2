import type { Deps } from '../resource';
import { markOf, peopleAt, storeOwnMark } from './marks';
import { keepForReturn } from './pairs-apart';
import { adoptReports, moveReports } from './report-people';
import { reports } from './report.model';
import { adoptStanding, moveStanding } from './standing';
import { standings } from './standing.model';

/** Restores the stored data of their mailbox to a student who registers: reports and strikes (decisions/012). Pairs kept apart need nothing. */
export async function adoptTraces(deps: Deps, userId: string, email: string): Promise<void> {
  await storeOwnMark(deps, userId, email);
  await keepForReturn(deps, markOf(deps, email), true);
  // reports first: later decisions then apply to the student, not to the mark
  await adoptReports(deps, userId, email);
  await adoptStanding(deps, userId, email);
}

/** Moves the reports and strikes of one account to another account of the same mailbox. Safe to repeat. */
export async function moveTraces(deps: Deps, from: string, to: string): Promise<void> {
  await moveReports(deps, from, to);
  await moveStanding(deps, from, to);
}

/**
 * Moves the stored data of a deleted account to the current account of the same mailbox: older versions allowed `ann+tag@` beside `ann@`. Safe
 * to repeat.
 */
export async function adoptLeftTraces(deps: Deps): Promise<void> {
  const isGone = /^gone:/;
  const found = await Promise.all([
    reports(deps.db).distinct('reporterId', { reporterId: isGone }),
    reports(deps.db).distinct('reportedId', { reportedId: isGone }),
    standings(deps.db).distinct('_id', { _id: isGone }),
  ]);
  for (const [mark, userId] of await peopleAt(deps, [...new Set(found.flat())]))
    await moveTraces(deps, mark, userId);
}
