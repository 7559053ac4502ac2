import { trusted, type ClientSession } from 'mongoose';
import type { Actor } from '../../http/session';
import { keyedHash } from '../../infra/keyed-hash';
import { inTransaction } from '../../infra/in-transaction';
import { mailboxAt } from '../../infra/mailbox';
import { readPaced } from '../../infra/paced';
import { raiseBooks } from '../date-books/index';
import type { Deps } from '../resource';
import { isHosted, users } from '../sign-in/index';
import { contactMarks, type ContactMark } from './pair.model';

/** Prefix of every mark; in reports and standings, a mark stands for a deleted account. */
export const GONE = 'gone:';

/** A mailbox as a keyed hash. The same address gives the same mark; without the secret, the mark does not reveal the address. */
export const markOf = (deps: Pick<Deps, 'secret' | 'env'>, email: string): string =>
  GONE + keyedHash(deps, 'block-marks', mailboxAt(deps, email));

/** Whether an id stands for a deleted account. */
export const isGone = (id: string): boolean => id.startsWith(GONE);

/** Stores the mark of a student's own address. Safe to repeat. */
export async function storeOwnMark(deps: Deps, userId: string, email: string): Promise<void> {
  const own = { $set: { mark: markOf(deps, email) } };
  await contactMarks(deps.db).updateOne({ _id: userId }, own, { upsert: true });
}

/** The mark of this student's mailbox; null before the first save of a profile. */
export async function ownMark({ db }: Pick<Deps, 'db'>, userId: string): Promise<string | null> {
  const found = await contactMarks(db).findOne({ _id: userId }).lean();
  return found?.mark ?? null;
}

/** How long strikes, an old id and who is kept apart outlive an account, for a return; blocks and reports are kept for good. */
export const KEPT_AFTER_DELETION_MS = 2 * 365 * 86_400_000;

/** An id of a deleted account as a keyed hash. */
const leftIdOf = (deps: Pick<Deps, 'secret'>, userId: string) => keyedHash(deps, 'left-accounts', userId);

/** What still names the mailbox of an account that is deleted now: an id for `whoNow`, and until when. */
export const leftNow = (deps: Pick<Deps, 'secret' | 'clock'>, userId: string) => ({
  id: leftIdOf(deps, userId),
  until: new Date(deps.clock.now().getTime() + KEPT_AFTER_DELETION_MS),
});

/** Deletes an account's own mark. Its old id goes on naming the mailbox, for blocks and reports that come late. */
export const leaveMark = (deps: Deps, userId: string, mark: string | null): Promise<void> =>
  inTransaction(deps.db, async (session) => {
    const model = contactMarks(deps.db);
    const own = await model.findById(userId).session(session).lean();
    if (!own) return;
    if (mark) {
      const { id: _id, until: leftUntil } = leftNow(deps, userId);
      const left = { $set: { mark, leftUntil } };
      await model.updateOne({ _id }, left, { upsert: true, session });
    }
    await model.deleteOne({ _id: userId }, { session });
    // what is written about the student from now on is refused, and what was written before is erased after this
    await raiseBooks(deps, [own.mark], session);
  });

/** The other accounts of this mailbox: older versions had `ann+tag@` beside `ann@`, and a hosted project has one for each alias. */
export async function othersAt({ db }: Pick<Deps, 'db'>, mark: string, userId: string): Promise<string[]> {
  const found = await contactMarks(db)
    .find({ mark, _id: trusted({ $ne: userId }), leftUntil: null }, { _id: 1 })
    .lean();
  return found.map(({ _id }) => _id);
}

/** The marks of students by id, of deleted accounts, too; unknown ids are left out. */
export async function marksEver(
  deps: Pick<Deps, 'db' | 'secret'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const idOf = new Map(userIds.flatMap((id) => [[id, id] as const, [leftIdOf(deps, id), id] as const]));
  const found = await contactMarks(deps.db)
    .find({ _id: trusted({ $in: [...idOf.keys()] }) })
    .lean();
  return new Map(found.map(({ _id, mark }) => [idOf.get(_id)!, mark]));
}

/** A student who acts, with the address of the token. */
export type Acting = Pick<Actor, 'userId' | 'email'>;

/**
 * The same, also of accounts that have no profile yet; an id that nobody had is left out. The accounts of a hosted project are not in the
 * database: there, without a profile, only `actor` is known.
 */
export async function mailboxesOf(
  deps: Pick<Deps, 'db' | 'secret' | 'env'>,
  userIds: readonly string[],
  actor?: Acting,
): Promise<Map<string, string>> {
  const marks = await marksEver(deps, userIds);
  const others = userIds.filter((id) => !marks.has(id));
  if (others.length === 0) return marks;
  if (isHosted(deps)) {
    if (actor && others.includes(actor.userId)) marks.set(actor.userId, markOf(deps, actor.email));
    return marks;
  }
  const accounts = await users(deps.db)
    .find({ _id: trusted({ $in: others }) }, { email: 1 })
    .lean();
  for (const { _id, email } of accounts) marks.set(_id, markOf(deps, email));
  return marks;
}

/** Whom an id or a mark stands for. */
export interface Who {
  /** Null for an account that never had a profile. */
  readonly mark: string | null;
  /** The account itself, or the current account of its mailbox if it was deleted; the mark while there is none. */
  readonly now: string;
  /** A keyed hash of the account that the id names, the same before and after it is deleted. */
  readonly account: string;
}

/** Whom an id, also that of `leftNow`, or a mark stands for now. It takes the same queries whether the account is here, left or returned. */
export async function whoNow(deps: Pick<Deps, 'db' | 'secret'>, id: string): Promise<Who> {
  const found = await contactMarks(deps.db)
    .find({ _id: trusted({ $in: [id, leftIdOf(deps, id)] }) })
    .lean();
  const own = found.find(({ _id }) => _id === id) ?? found[0];
  const mark = isGone(id) ? id : (own?.mark ?? null);
  const current = (await peopleAt(deps, [mark ?? id])).get(mark ?? id);
  const isHere = own?._id === id && !own.leftUntil;
  const account = own?.leftUntil ? own._id : leftIdOf(deps, id);
  return { mark, now: isHere ? id : (current ?? mark ?? id), account };
}

/** The marks of students by id; students without a profile are left out. */
export async function ownMarks(
  { db }: Pick<Deps, 'db'>,
  userIds: readonly string[],
  session: ClientSession | null = null,
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await contactMarks(db)
    .find({ _id: trusted({ $in: [...userIds] }) })
    .session(session)
    .lean();
  return new Map(found.map(({ _id, mark }) => [_id, mark]));
}

/** Every student's mark, by id. */
export async function everyMark({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for await (const { _id, mark } of readPaced<ContactMark>(contactMarks(db).find({ leftUntil: null })))
    marks.set(_id, mark);
  return marks;
}

/** The current accounts of these mailboxes, by mark; deleted accounts are left out. */
export async function peopleAt(
  { db }: Pick<Deps, 'db'>,
  marks: readonly string[],
): Promise<Map<string, string>> {
  const found = await contactMarks(db)
    .find({ mark: trusted({ $in: [...marks] }), leftUntil: null })
    .lean();
  return new Map(found.map(({ _id, mark }) => [mark, _id]));
}
