import { trusted, type ClientSession } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import { journalOf } from '../../infra/journal';
import { raiseBooks } from '../date-books/index';
import type { Deps } from '../resource';
import { GONE, isGone, KEPT_AFTER_DELETION_MS, markOf, ownMark } from './marks';
import { standings, type ProposalHold, type StandingRecord, type Strike } from './standing.model';
import { inUnit, type Unit } from './unit-of-work';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** End of a ban: the last date with a four-digit year. */
const FOR_GOOD = new Date('9999-12-31T00:00:00Z');
/** A time before any other: unlike null it matches comparisons, and an index applies. */
const NEVER = new Date(0);

const NOTHING = {
  pausedAt: null,
  restrictedUntil: null,
  heldAt: null,
  proposals: [],
  strikes: [],
  falseReports: 0,
};

/** A student's restrictions and pause. */
export async function standingOf(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  session: ClientSession | null = null,
): Promise<StandingRecord> {
  const found = await standings(db).findOne({ _id: userId }).session(session).lean<StandingRecord>();
  return { _id: userId, ...NOTHING, ...found };
}

const IS_PAUSED = { pausedAt: trusted({ $gt: NEVER }) };

/** Students who paused, also while they are restricted. */
export const pausedIds = ({ db }: Pick<Needs, 'db'>): Promise<string[]> =>
  standings(db).distinct('_id', IS_PAUSED);

/** Students (of all, or of `among`) who are suggested to nobody now: paused, or restricted by the safety team. */
export async function absentIds(
  { db, clock }: Needs,
  among?: readonly string[],
  session: ClientSession | null = null,
): Promise<string[]> {
  const isAbsent = {
    ...(among && { _id: trusted({ $in: [...among] }) }),
    $or: [IS_PAUSED, { restrictedUntil: trusted({ $gt: clock.now() }) }],
  };
  const found = await standings(db).find(isAbsent, { _id: 1 }).session(session).lean();
  return found.map(({ _id }) => _id);
}

/** Why a student is suggested to nobody, as GET /matches names it; empty if they are suggested. */
export async function absenceOf(
  deps: Needs,
  userId: string,
  session: ClientSession | null = null,
): Promise<('paused' | 'restricted')[]> {
  const { pausedAt, restrictedUntil } = await standingOf(deps, userId, session);
  if (restrictedUntil && restrictedUntil > deps.clock.now()) return ['restricted'];
  return pausedAt ? ['paused'] : [];
}

/** Writes the date book of a student, or of a mark, with a change of the standing: offers depend on it. */
async function raiseBookOf(deps: Needs, id: string, session: ClientSession): Promise<void> {
  const mark = isGone(id) ? id : await ownMark(deps, id);
  if (mark) await raiseBooks(deps, [mark], session);
}

/** Pauses or resumes. A repeated pause keeps the first time. */
export const setPaused = (deps: Needs, userId: string, paused: boolean): Promise<void> =>
  inTransaction(deps.db, async (session) => {
    const { pausedAt } = await standingOf(deps, userId, session);
    const $set = { pausedAt: paused ? (pausedAt ?? deps.clock.now()) : null };
    await standings(deps.db).updateOne({ _id: userId }, { $set }, { upsert: paused, session });
    await raiseBookOf(deps, userId, session);
  });

const endOf = (
  strikes: readonly Strike[],
  { heldAt, proposals }: Pick<StandingRecord, 'heldAt' | 'proposals'>,
): Date | null => {
  if (heldAt) return FOR_GOOD;
  const decided = strikes
    .filter(({ lifted, measure }) => !lifted && measure !== 'warning')
    .map(({ measure, until }) => (measure === 'ban' ? FOR_GOOD : until!));
  const ends = [...decided, ...proposals.map(({ until }) => until)];
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
};

const isBan = ({ lifted, measure }: Strike) => !lifted && measure === 'ban';

/** When a record expires: a student's never, a mailbox's after two years unless it was banned. */
const expiryOf = ({ clock }: Needs, id: string, strikes: readonly Strike[]) =>
  id.startsWith(GONE) && !strikes.some(isBan)
    ? { $set: { expiresAt: new Date(clock.now().getTime() + KEPT_AFTER_DELETION_MS) } }
    : { $unset: { expiresAt: 1 } };

/** The part of a standing that the safety team decides. */
type Restrictions = Pick<StandingRecord, 'heldAt' | 'proposals' | 'strikes' | 'falseReports'>;

/**
 * Changes the restrictions of a student, or of the mark of a deleted account's mailbox, from what they are now: of two changes at once, the
 * later one sees the earlier one.
 */
export async function changeStanding(
  deps: Needs,
  id: string,
  change: (now: Restrictions) => Partial<Restrictions>,
  unit: Unit,
): Promise<void> {
  const { heldAt, proposals, strikes, falseReports } = await standingOf(deps, id, unit.session);
  const now = { heldAt, proposals, strikes, falseReports };
  const next = { ...now, ...change(now) };
  const { $set, $unset } = expiryOf(deps, id, next.strikes);
  const { collection } = standings(deps.db);
  await journalOf(deps.db).note(collection.collectionName, [id], unit.session);
  await collection.updateOne(
    { _id: id as never },
    {
      $set: { ...next, restrictedUntil: endOf(next.strikes, next), ...$set },
      ...($unset && { $unset }),
      $setOnInsert: { pausedAt: null },
    },
    { upsert: true, session: unit.session },
  );
  await raiseBookOf(deps, id, unit.session);
}

/** Suspends a student from dates until the safety team has checked the date of birth; the first time stays. */
export const holdForAge =
  ({ clock }: Needs) =>
  ({ heldAt }: Restrictions) => ({ heldAt: heldAt ?? clock.now() });

/** Suspends a student from dates while a ban waits for a second operator. */
export const withHold =
  (hold: ProposalHold) =>
  ({ proposals }: Restrictions) => ({ proposals: [...proposals, hold] });

/** Ends the hold of a proposed ban. */
export const withoutHold =
  (of: string) =>
  ({ proposals }: Restrictions) => ({ proposals: proposals.filter(({ reportId }) => reportId !== of) });

/** Lifts the strike of a report. */
export const withLifted =
  (of: string) =>
  ({ strikes }: Restrictions) => ({
    strikes: strikes.map((strike) => (strike.reportId === of ? { ...strike, lifted: true } : strike)),
  });

/** Whether one of these ids or marks has an age hold. */
export async function isHeld(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
  session: ClientSession | null = null,
): Promise<boolean> {
  const held = { _id: trusted({ $in: [...ids] }), heldAt: trusted({ $gt: NEVER }) };
  return (await standings(db).exists(held).session(session)) !== null;
}

/** Standings with an age hold, the longest first. */
export const standingsWithAgeHold = ({ db }: Pick<Deps, 'db'>): Promise<StandingRecord[]> =>
  standings(db)
    .find({ heldAt: trusted({ $gt: NEVER }) })
    .sort({ heldAt: 1 })
    .lean<StandingRecord[]>();

const byReport = <T extends { readonly reportId: string }>(here: readonly T[], left: readonly T[]): T[] => {
  const known = new Set(here.map(({ reportId }) => reportId));
  return [...here, ...left.filter(({ reportId }) => !known.has(reportId))];
};

/** Merges the restrictions of one id into another's. A pause is not moved. Safe to repeat. */
export const moveStanding = (deps: Needs, from: string, to: string): Promise<void> =>
  inUnit(deps, async (unit) => {
    const { session } = unit;
    const left = await standingOf(deps, from, session);
    const { deletedCount } = await standings(deps.db).deleteOne({ _id: from }, { session });
    if (deletedCount === 0) return;
    const { heldAt, proposals, strikes, falseReports } = left;
    if (strikes.length === 0 && falseReports === 0 && !heldAt && proposals.length === 0) return;
    const merge = (here: Restrictions): Restrictions => ({
      heldAt: here.heldAt ?? heldAt,
      proposals: byReport(here.proposals, proposals),
      strikes: byReport(here.strikes, strikes),
      falseReports: Math.max(here.falseReports, falseReports),
    });
    await changeStanding(deps, to, merge, unit);
  });

/** Moves the restrictions of an erased account to its mailbox's mark; a pause is deleted. */
export async function anonymizeStanding(deps: Needs, userId: string, mark: string | null): Promise<void> {
  if (mark) await moveStanding(deps, userId, mark);
  else await standings(deps.db).deleteOne({ _id: userId });
}

/** Restores the restrictions of their address to a student who registers again. Safe to repeat. */
export const adoptStanding = (deps: Deps, userId: string, email: string): Promise<void> =>
  moveStanding(deps, markOf(deps, email), userId);
