import type { Deps } from '../resource';
import { adoptBlocks, blockedIds, isBlockedBetween, moveBlocks } from './blocks';
import { contactIds, moveContacts, noteOwnMark } from './contacts';
import { adoptReports, moveReports } from './report-people';
import { absentIds, absenceOf, adoptStanding, moveStanding } from './standing';

/** Everybody whom safety keeps from being suggested to this student: blocks and hidden contacts either way, and who is absent. */
export async function unsuggestedIds(deps: Deps, userId: string): Promise<ReadonlySet<string>> {
  const [blocked, contacts, absent] = await Promise.all([
    blockedIds(deps, userId),
    contactIds(deps, userId),
    absentIds(deps),
  ]);
  return new Set([...blocked, ...contacts, ...absent]);
}

/** Whether safety keeps two students from meeting: a block or a hidden contact either way, or one of them is absent. */
export async function isKeptApart(deps: Deps, a: string, b: string): Promise<boolean> {
  if (await isBlockedBetween(deps, a, b)) return true;
  const [contacts, ofA, ofB] = await Promise.all([
    contactIds(deps, a),
    absenceOf(deps, a),
    absenceOf(deps, b),
  ]);
  return contacts.includes(b) || ofA.length > 0 || ofB.length > 0;
}

/** Gives a student who registers what their mailbox left behind: blocks either way, reports, and what stood against it (product notes 5.2). */
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
