// Longer than 300 lines: one table of rules, and every question that is asked of it.
import { DAY_MS } from '@flint/contracts/time';
import { trusted, type ClientSession } from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import { inTransaction } from '../../infra/in-transaction';
import { journalOf } from '../../infra/journal';
import { readPaced } from '../../infra/paced';
import { sealedField } from '../../infra/sealed-fields';
import type { Deps } from '../resource';
import { isHosted } from '../sign-in/index';
import { GONE, isGone, KEPT_AFTER_DELETION_MS, mailboxesOf, marksEver, whoNow, type Acting } from './marks';
import { pairsApart, type PairApart, type Reason } from './pair.model';

interface Rule {
  /** It ends what the two have, and nothing of the other reaches the student who acted. */
  readonly isCut?: boolean;
  /** The other is on no list of the student who acted, from now on. */
  readonly isBothWays?: boolean;
  /** The student who acted leaves the other's list only with the next round, so that nobody learns of it. */
  readonly isSilent?: boolean;
  /** One unanswered attempt: only the student named first may ask, until they do, or until both were on each other's list of a later month. */
  readonly isAttempt?: boolean;
  /** How long it is kept, where that is known from the start. */
  readonly keptMs?: number;
}

const ATTEMPT: Rule = { isAttempt: true, keptMs: 365 * DAY_MS };

/** For every reason, the student named first is on no list of the other. */
const RULES: Readonly<Record<Reason, Rule>> = {
  block: { isCut: true, isBothWays: true, isSilent: true },
  report: { isCut: true, isBothWays: true, isSilent: true },
  not_for_me: { isBothWays: true, isSilent: true },
  decline: ATTEMPT,
  withdrawn: ATTEMPT,
  expired: ATTEMPT,
  called_off: ATTEMPT,
  // stored when the account of the first is deleted: before, their last date tells it
  met: { isBothWays: true, isSilent: true, keptMs: KEPT_AFTER_DELETION_MS },
  // the own list stays, otherwise it would reveal whose address it is
  hidden_address: {},
};

const REASONS = Object.keys(RULES) as Reason[];
const CUTS = REASONS.filter((reason) => RULES[reason].isCut);
/** What the student named first ended. */
const ENDS: Reason[] = [...CUTS, 'called_off'];
const ATTEMPTS = REASONS.filter((reason) => RULES[reason].isAttempt);
/** Reasons that remove the other from the acting student's list at once, and reasons that remove the acting student from the other's. */
const OWN_SIDE = REASONS.filter((reason) => RULES[reason].isBothWays && !RULES[reason].isCut);
const OTHER_SIDE = REASONS.filter((reason) => !RULES[reason].isSilent && !RULES[reason].isAttempt);
const ENDS_WITH_ACCOUNT: readonly Reason[] = ['not_for_me', 'hidden_address', 'met'];

const nameField = (id: string) => `pairs_apart/${id}/name`;
export const SEALED_NAMES = sealedField('pairs_apart', 'name', nameField);

type Needs = Pick<Deps, 'db' | 'secret'>;
const idOf = ({ by, about, reason }: Pick<PairApart, 'by' | 'about' | 'reason'>) =>
  `${by} ${about} ${reason}`;

interface TwoMarks {
  readonly by: string;
  readonly about: string;
}

/** Whether these are the mailboxes of two people. */
const areTwo = (marks: { readonly [Side in keyof TwoMarks]: string | undefined }): marks is TwoMarks =>
  marks.by !== undefined && marks.about !== undefined && marks.by !== marks.about;

/** What a student did about another one. */
export interface Act {
  readonly by: string;
  /** The address of the student who acted, which may have no profile. */
  readonly email?: string;
  readonly about: string;
  readonly reason: Reason;
  /** The other's name, for the list of blocks; empty before there is a profile. That of an account that has left is not stored. */
  readonly name?: string | null;
}

/**
 * Keeps two students apart, by their ids. A repeated block, report or 'not for me' keeps the first time. An id that nobody had is not stored: a
 * student can invent any number of them.
 */
export async function keepApart(
  deps: Deps,
  { by, email, about, reason, name = null }: Act,
  session?: ClientSession,
): Promise<void> {
  const of = await mailboxesOf(deps, [by, about], email === undefined ? undefined : { userId: by, email });
  const marks = { by: of.get(by), about: of.get(about) };
  if (!areTwo(marks)) return;
  const _id = idOf({ ...marks, reason });
  const { isAttempt, isCut, keptMs } = RULES[reason];
  const { now } = await whoNow(deps, about);
  const isEarlier = now !== about && !isGone(now);
  const createdAt = deps.clock.now();
  const named = name !== null &&
    now === about && { name: cipherOf(deps).seal(name, nameField(_id)), createdAt };
  const pair: PairApart = {
    _id,
    ...marks,
    reason,
    createdAt,
    ...(isCut && { name: null, ...named }),
    ...(isEarlier && { isEarlier }),
    ...(keptMs && { expiresAt: new Date(createdAt.getTime() + keptMs) }),
  };
  const write = isAttempt ? { $set: pair } : { $setOnInsert: pair };
  const { collection } = pairsApart(deps.db);
  const store = async (within: ClientSession) => {
    await journalOf(deps.db).note(collection.collectionName, [_id], within);
    await collection.updateOne({ _id: _id as never }, write, { upsert: true, session: within });
    // the person has left and returned since; this student must not learn that it is the same person, nor, by less work, that somebody has left
    const renewed = { $set: { reason, ...named }, $unset: { isEarlier: '' } } as const;
    // not the records without a name of the version before
    const earlier = { _id: _id as never, $or: [{ name: { $type: 'null' } }, { isEarlier: true }] };
    await collection.updateOne(earlier, now === about ? renewed : { $set: { reason } }, { session: within });
  };
  await (session ? store(session) : inTransaction(deps.db, store));
}

/** What stands between two students. */
export interface Between {
  /** Whether the first blocked or reported the second: then nothing of the second reaches the first. */
  readonly isCut: boolean;
  /** Whether the second has left the list of the first since that was made: the first does not want them, or the second hid that address. */
  readonly isOffList: boolean;
  /** Whether the first has asked the second without an answer, and may not ask again. */
  readonly hasAsked: boolean;
  /** The attempts of the second that end when the first asks. */
  readonly attempts: readonly string[];
}

/**
 * Reads what keeps two students apart, by their ids, with the marks of both from `marksEver`. For a whole list use `leftOutFor`.
 */
export async function readPair(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  marks: ReadonlyMap<string, string>,
  a: string,
  b: string,
  session: ClientSession | null = null,
): Promise<Between> {
  const of = (id: string) => marks.get(id) ?? id;
  const idsOf = (by: string, about: string, reasons: readonly Reason[]) =>
    reasons.map((reason) => idOf({ by: of(by), about: of(about), reason }));
  const [cuts, attempts, asked] = [idsOf(a, b, CUTS), idsOf(a, b, ATTEMPTS), idsOf(b, a, ATTEMPTS)];
  const off = [...idsOf(a, b, OWN_SIDE), ...idsOf(b, a, OTHER_SIDE)];
  const found = await pairsApart(db)
    .find(
      { _id: trusted({ $in: [...cuts, ...attempts, ...asked, ...off] }), isEarlier: null },
      { expiresAt: 1 },
    )
    .session(session)
    .lean();
  const now = clock.now();
  const ids = new Set(found.flatMap(({ _id, expiresAt }) => (expiresAt && expiresAt <= now ? [] : [_id])));
  const has = (id: string) => ids.has(id);
  return {
    isCut: cuts.some(has),
    isOffList: off.some(has),
    hasAsked: asked.some(has),
    attempts: attempts.filter(has),
  };
}

/**
 * Since when the first of each of these pairs has blocked or reported the second, by their ids, also after an account is deleted. It is asked for the
 * own view only, because the second must not learn of it.
 */
export async function readCuts(
  deps: Needs,
  pairs: readonly (readonly [by: string, about: string])[],
  session: ClientSession | null = null,
): Promise<(by: string, about: string) => Date | undefined> {
  if (pairs.length === 0) return () => undefined;
  const marks = await marksEver(deps, [...new Set(pairs.flat())]);
  const of = (id: string) => marks.get(id) ?? id;
  const idsOf = (by: string, about: string) =>
    CUTS.map((reason) => idOf({ by: of(by), about: of(about), reason }));
  const found = await pairsApart(deps.db)
    .find(
      { _id: trusted({ $in: pairs.flatMap((pair) => idsOf(...pair)) }), isEarlier: null },
      { createdAt: 1 },
    )
    .sort({ createdAt: 1 })
    .session(session)
    .lean();
  return (by, about) => found.find(({ _id }) => idsOf(by, about).includes(_id))?.createdAt;
}

/** Whether `by` blocked or reported `about`. */
export const hasCut = async (
  deps: Needs,
  by: string,
  about: string,
  session: ClientSession | null = null,
): Promise<boolean> => (await readCuts(deps, [[by, about]], session))(by, about) !== undefined;

/** Which of two students blocked or reported the other, or called their date off, first since an instant, by their ids. */
export async function whoEnded(
  deps: Needs,
  people: readonly [string, string],
  since: Date,
): Promise<string | undefined> {
  const marks = await marksEver(deps, people);
  const among = trusted({ $in: [...marks.values()] });
  const reason = trusted({ $in: ENDS });
  const [first] = await pairsApart(deps.db)
    .find({ by: among, about: among, reason, createdAt: trusted({ $gte: since }) })
    .sort({ createdAt: 1 })
    .limit(1)
    .lean();
  return people.find((id) => marks.get(id) === first?.by);
}

/** Ends attempts, by record id; with `before`, those that were not renewed since then. */
export async function endAttempts(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
  { session = null, before }: { readonly session?: ClientSession | null; readonly before?: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const old = before && { createdAt: trusted({ $lt: before }) };
  await pairsApart(db)
    .deleteMany({ _id: trusted({ $in: [...ids] }), ...old })
    .session(session);
}

/** Every unanswered attempt before an instant. */
export const attemptsBefore = ({ db }: Pick<Deps, 'db'>, at: Date): AsyncIterable<PairApart> =>
  readPaced<PairApart>(
    pairsApart(db).find({ reason: trusted({ $in: [...ATTEMPTS] }), createdAt: trusted({ $lt: at }) }),
  );

/**
 * The mailboxes that must not be on this student's list, by mark. `since` is when the list was made: whoever silently wanted to be apart
 * after it stays on it, and whomever this student named by an earlier account; without it, everybody counts, as for a new list.
 */
export async function leftOutFor(
  deps: Pick<Deps, 'db' | 'clock'>,
  mark: string,
  since?: Date,
): Promise<ReadonlySet<string>> {
  const now = deps.clock.now();
  const found = await pairsApart(deps.db)
    .find({ $or: [{ by: mark }, { about: mark }] })
    .lean();
  const counts = found.filter(({ by, reason, isEarlier, createdAt, expiresAt }) => {
    if (expiresAt && expiresAt <= now) return false;
    const { isBothWays, isSilent } = RULES[reason];
    const isOwn = by === mark;
    return (isBothWays || !isOwn) && !((isOwn ? isEarlier : isSilent) && since && createdAt >= since);
  });
  return new Set(counts.map(({ by, about }) => (by === mark ? about : by)));
}

/** Every pair of marks that no list of a round may have, either way. What applies one way is left out where a list is read. */
export async function* everyPairApart(
  deps: Pick<Deps, 'db' | 'clock'>,
): AsyncGenerator<readonly [string, string]> {
  const now = deps.clock.now();
  for await (const { by, about, reason, expiresAt } of readPaced<PairApart>(pairsApart(deps.db).find()))
    if (RULES[reason].isBothWays && !(expiresAt && expiresAt <= now)) yield [by, about];
}

/** Number of students about whom this student did that. */
export const countOwn = async ({ db }: Pick<Deps, 'db'>, by: string, reason: Reason): Promise<number> =>
  pairsApart(db).countDocuments({ by, reason });

interface OwnCut {
  readonly about: string;
  /** Empty for an account that had no profile that day; undefined in records of the version before. */
  readonly name: string | undefined;
  readonly createdAt: Date;
}

/**
 * Whom this student blocked or reported, newest first, each once, with the name of that day; without people whose blocked account was deleted.
 */
export async function ownCuts(deps: Deps, mark: string): Promise<OwnCut[]> {
  const found = await pairsApart(deps.db)
    .find({ by: mark, reason: trusted({ $in: CUTS }) })
    .sort({ createdAt: -1 })
    .lean();
  const first = new Map(found.flatMap((pair) => (pair.name === null ? [] : [[pair.about, pair]])));
  return [...first.values()].map(({ _id, about, name, createdAt }) => ({
    about,
    name: name ? (cipherOf(deps).open(name, nameField(_id)) as string) : undefined,
    createdAt,
  }));
}

/** Ends the own blocks and reports of a person as reasons to be apart, if there are any; by the id of an account that has left, those that are not listed. */
export async function liftCuts(deps: Needs & Pick<Deps, 'env'>, actor: Acting, about: string): Promise<void> {
  const of = await mailboxesOf(deps, [actor.userId, about], actor);
  const marks = { by: of.get(actor.userId), about: of.get(about) };
  const { now } = await whoNow(deps, about);
  if (!areTwo(marks)) return;
  const cuts = { ...marks, reason: trusted({ $in: CUTS }) };
  const unlisted = { ...cuts, name: trusted({ $type: 'null' as const }) };
  await pairsApart(deps.db).deleteMany(now === about ? cuts : unlisted);
}

/** What ends with an account is kept for a return: two years from now, or, for a student who returned, as long as the account. */
export async function keepForReturn({ db, clock }: Deps, mark: string, isHere: boolean): Promise<void> {
  const expiresAt = isHere ? null : new Date(clock.now().getTime() + KEPT_AFTER_DELETION_MS);
  const ends = { by: mark, reason: trusted({ $in: [...ENDS_WITH_ACCOUNT] }) };
  await pairsApart(db).updateMany(ends, { $set: { expiresAt } });
  // an erased student's name leaves others' lists
  if (!isHere)
    await pairsApart(db).updateMany(
      { about: mark, reason: trusted({ $in: CUTS }) },
      { $set: { name: null } },
    );
}

/**
 * Stores marks for ids, in records of versions before, and ends those about ids that nobody had. A record about an account of a hosted project waits
 * for its profile. Safe to repeat.
 */
export async function completePairs(deps: Needs & Pick<Deps, 'env'>): Promise<void> {
  const { db } = deps;
  // ids sort before marks
  const isId = trusted({ $lt: GONE });
  const left = await pairsApart(db)
    .find({ $or: [{ by: isId }, { about: isId }] })
    .lean();
  const ids = left.flatMap(({ by, about }) => [by, about]).filter((id) => !isGone(id));
  const of = await mailboxesOf(deps, [...new Set(ids)]);
  const markAt = (id: string) => (isGone(id) ? id : of.get(id));
  for (const { _id, ...pair } of left) {
    const marks = { by: markAt(pair.by), about: markAt(pair.about) };
    if (isHosted(deps) && !(marks.by && marks.about)) continue;
    if (areTwo(marks)) {
      const $setOnInsert = { ...pair, ...marks };
      await pairsApart(db).updateOne(
        { _id: idOf({ ...pair, ...marks }) },
        { $setOnInsert },
        { upsert: true },
      );
    }
    await pairsApart(db).deleteOne({ _id });
  }
}
