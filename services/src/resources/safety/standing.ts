import { trusted } from 'mongoose';
import type { Deps } from '../resource';
import { GONE, markOf } from './marks';
import { standings, type ProposalHold, type StandingRecord, type Strike } from './standing.model';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** End of a ban: the last date with a four-digit year. */
const FOR_GOOD = new Date('9999-12-31T00:00:00Z');
/** A time before any other: unlike null it matches comparisons, and an index applies. */
const NEVER = new Date(0);
/** How long strikes are retained after the account was deleted. */
const KEPT_AFTER_DELETION_MS = 2 * 365 * 86_400_000;

const NOTHING = {
  pausedAt: null,
  restrictedUntil: null,
  heldAt: null,
  proposals: [],
  strikes: [],
  falseReports: 0,
};

/** A student's restrictions and pause. */
export async function standingOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<StandingRecord> {
  const found = await standings(db).findOne({ _id: userId }).lean<StandingRecord>();
  return { _id: userId, ...NOTHING, ...found };
}

/** Students (of all, or of `among`) who are suggested to nobody now: paused, or restricted by the safety team. */
export async function absentIds({ db, clock }: Needs, among?: readonly string[]): Promise<string[]> {
  const isAbsent = {
    ...(among && { _id: trusted({ $in: [...among] }) }),
    $or: [{ pausedAt: trusted({ $gt: NEVER }) }, { restrictedUntil: trusted({ $gt: clock.now() }) }],
  };
  const found = await standings(db).find(isAbsent, { _id: 1 }).lean();
  return found.map(({ _id }) => _id);
}

/** Why a student is suggested to nobody, as GET /matches names it; empty if they are suggested. */
export async function absenceOf(deps: Needs, userId: string): Promise<('paused' | 'restricted')[]> {
  const { pausedAt, restrictedUntil } = await standingOf(deps, userId);
  if (restrictedUntil && restrictedUntil > deps.clock.now()) return ['restricted'];
  return pausedAt ? ['paused'] : [];
}

/** Pauses or resumes. A repeated pause keeps the first time. */
export async function setPaused({ db, clock }: Needs, userId: string, paused: boolean): Promise<void> {
  if (paused) {
    await standings(db).updateOne({ _id: userId }, { $setOnInsert: { pausedAt: null } }, { upsert: true });
    await standings(db).updateOne({ _id: userId, pausedAt: null }, { $set: { pausedAt: clock.now() } });
  } else await standings(db).updateOne({ _id: userId }, { $set: { pausedAt: null } });
}

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

/** Stores strikes for a student, or for the mark of a deleted account's mailbox. */
async function writeStrikes(deps: Needs, id: string, strikes: readonly Strike[]): Promise<void> {
  const expiry = expiryOf(deps, id, strikes);
  const written = { strikes: [...strikes], restrictedUntil: endOf(strikes, await standingOf(deps, id)) };
  await standings(deps.db).updateOne(
    { _id: id },
    { ...expiry, $set: { ...written, ...expiry.$set } },
    { upsert: true },
  );
}

/** Suspends a student from dates until the safety team has checked the date of birth; the first time stays. */
export async function suspendForAge({ db, clock }: Needs, userId: string): Promise<void> {
  await standings(db).updateOne({ _id: userId }, { $setOnInsert: { pausedAt: null } }, { upsert: true });
  const held = { heldAt: clock.now(), restrictedUntil: FOR_GOOD };
  await standings(db).updateOne({ _id: userId, heldAt: null }, { $set: held });
}

/** Ends the age hold; other restrictions stay. */
export async function releaseAge(deps: Needs, userId: string): Promise<void> {
  await standings(deps.db).updateOne({ _id: userId }, { $set: { heldAt: null } });
  const { strikes } = await standingOf(deps, userId);
  await writeStrikes(deps, userId, strikes);
}

/** Suspends a student from dates while a ban waits for a second operator. */
export async function suspendForProposal(deps: Needs, userId: string, hold: ProposalHold): Promise<void> {
  const { strikes } = await standingOf(deps, userId);
  await standings(deps.db).updateOne({ _id: userId }, { $push: { proposals: hold } }, { upsert: true });
  await writeStrikes(deps, userId, strikes);
}

/** Ends the hold of a proposed ban, whatever the answer. */
export async function endProposalHold(deps: Needs, userId: string, reportId: string): Promise<void> {
  await standings(deps.db).updateOne({ _id: userId }, { $pull: { proposals: { reportId } } });
  const { strikes } = await standingOf(deps, userId);
  await writeStrikes(deps, userId, strikes);
}

/** Whether one of these ids or marks has an age hold. */
export const isHeld = async ({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<boolean> =>
  (await standings(db).exists({ _id: trusted({ $in: [...ids] }), heldAt: trusted({ $gt: NEVER }) })) !== null;

/** Standings with an age hold, the longest first. */
export const standingsWithAgeHold = ({ db }: Pick<Deps, 'db'>): Promise<StandingRecord[]> =>
  standings(db)
    .find({ heldAt: trusted({ $gt: NEVER }) })
    .sort({ heldAt: 1 })
    .lean<StandingRecord[]>();

/** Adds a strike; at most one per report. */
export async function addStrike(deps: Needs, userId: string, strike: Strike): Promise<void> {
  const { strikes } = await standingOf(deps, userId);
  if (strikes.some(({ reportId }) => reportId === strike.reportId)) return;
  await writeStrikes(deps, userId, [...strikes, strike]);
}

export async function liftStrike(deps: Needs, userId: string, reportId: string): Promise<void> {
  const { strikes } = await standingOf(deps, userId);
  await writeStrikes(
    deps,
    userId,
    strikes.map((strike) => (strike.reportId === reportId ? { ...strike, lifted: true } : strike)),
  );
}

/** Counts one knowingly false report. */
export async function countFalseReport(deps: Needs, userId: string): Promise<void> {
  const { strikes } = await standingOf(deps, userId);
  await writeStrikes(deps, userId, strikes);
  await standings(deps.db).updateOne({ _id: userId }, { $inc: { falseReports: 1 } });
}

/** Merges the restrictions of one id into another's. A pause is not moved. Safe to repeat. */
export async function moveStanding(deps: Needs, from: string, to: string): Promise<void> {
  const left = await standings(deps.db).findById(from).lean<StandingRecord>();
  if (!left) return;
  const proposals = left.proposals ?? [];
  if (left.strikes.length > 0 || left.falseReports > 0 || left.heldAt || proposals.length > 0) {
    if (left.heldAt) await suspendForAge(deps, to);
    if (proposals.length > 0)
      await standings(deps.db).updateOne(
        { _id: to },
        { $addToSet: { proposals: { $each: proposals } } },
        { upsert: true },
      );
    const there = await standingOf(deps, to);
    const known = new Set(there.strikes.map(({ reportId }) => reportId));
    const added = left.strikes.filter(({ reportId }) => !known.has(reportId));
    await writeStrikes(deps, to, [...there.strikes, ...added]);
    await standings(deps.db).updateOne({ _id: to }, { $max: { falseReports: left.falseReports } });
  }
  await standings(deps.db).deleteOne({ _id: from });
}

/** Moves the restrictions of an erased account to its mailbox's mark; a pause is deleted. */
export async function anonymizeStanding(deps: Deps, userId: string, email: string | null): Promise<void> {
  if (email) await moveStanding(deps, userId, markOf(deps, email));
  else await standings(deps.db).deleteOne({ _id: userId });
}

/** Restores the restrictions of their address to a student who registers again. Safe to repeat. */
export const adoptStanding = (deps: Deps, userId: string, email: string): Promise<void> =>
  moveStanding(deps, markOf(deps, email), userId);
