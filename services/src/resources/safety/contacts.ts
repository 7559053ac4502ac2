import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { journalOf } from '../../infra/journal';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { contactMarks, hiddenContacts, type ContactMark, type HiddenContact } from './contact.model';
import { markOf } from './marks';

const marksOf = (deps: Deps, emails: readonly string[]) => [
  ...new Set(emails.map((email) => markOf(deps, email))),
];

/** Number of addresses on a student's list. */
export const countHidden = ({ db }: Deps, userId: string): Promise<number> =>
  hiddenContacts(db).countDocuments({ userId });

/** Adds addresses to the list without looking up whether they have accounts. Throws contact_limit_reached. */
export async function hideContacts(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  const marks = marksOf(deps, emails);
  const listed = new Set(await marksHiddenBy(deps, userId));
  // addresses on the list already do not count, so that a repeat after a lost response succeeds
  if (listed.size + marks.filter((mark) => !listed.has(mark)).length > LIMITS.hiddenContactsMax)
    throw new ApiError('contact_limit_reached');
  if (marks.length === 0) return;
  await hiddenContacts(deps.db).bulkWrite(
    marks.map((mark) => ({
      updateOne: {
        filter: { _id: `${userId}:${mark}` },
        update: { $setOnInsert: { userId, mark } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  const ids = marks.map((mark) => `${userId}:${mark}`);
  await journalOf(deps.db).keep(hiddenContacts(deps.db).collection.collectionName, ids);
}

/** Removes addresses from the list. */
export async function showContacts(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  const ids = marksOf(deps, emails).map((mark) => `${userId}:${mark}`);
  await hiddenContacts(deps.db).deleteMany({ _id: trusted({ $in: ids }) });
}

/** Stores the mark of a student's own address, so that others' lists match it. Safe to repeat. */
export async function storeOwnMark(deps: Deps, userId: string, email: string): Promise<void> {
  await contactMarks(deps.db).updateOne(
    { _id: userId },
    { $set: { mark: markOf(deps, email) } },
    { upsert: true },
  );
}

/** The mark of this student's mailbox; null before there is a profile. */
export async function ownMark({ db }: Pick<Deps, 'db'>, userId: string): Promise<string | null> {
  const found = await contactMarks(db).findOne({ _id: userId }).lean();
  return found?.mark ?? null;
}

/** The marks of students by id; students without a profile are left out. */
export async function ownMarks(
  { db }: Pick<Deps, 'db'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await contactMarks(db)
    .find({ _id: trusted({ $in: [...userIds] }) })
    .lean();
  return new Map(found.map(({ _id, mark }) => [_id, mark]));
}

/** Adds one student's list to another's. Safe to repeat. */
export async function moveContacts({ db }: Pick<Deps, 'db'>, from: string, to: string): Promise<void> {
  for (const { _id, mark } of await hiddenContacts(db).find({ userId: from }).lean()) {
    const own = { $setOnInsert: { userId: to, mark } };
    await hiddenContacts(db).updateOne({ _id: `${to}:${mark}` }, own, { upsert: true });
    await hiddenContacts(db).deleteOne({ _id });
  }
}

/** Every student's mark, by id. */
export async function everyMark({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for await (const { _id, mark } of readPaced<ContactMark>(contactMarks(db).find())) marks.set(_id, mark);
  return marks;
}

/** The current accounts of these mailboxes, by mark; deleted accounts are left out. */
export async function peopleAt(
  { db }: Pick<Deps, 'db'>,
  marks: readonly string[],
): Promise<Map<string, string>> {
  const found = await contactMarks(db)
    .find({ mark: trusted({ $in: [...marks] }) })
    .lean();
  return new Map(found.map(({ _id, mark }) => [mark, _id]));
}

/** Students with this mailbox on their list of hidden contacts. */
export const hiddenFrom = async ({ db }: Pick<Deps, 'db'>, mark: string): Promise<string[]> =>
  (await hiddenContacts(db).find({ mark }).lean()).map(({ userId }) => userId);

/** The mailboxes on a student's list of hidden contacts. */
export const marksHiddenBy = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> =>
  (await hiddenContacts(db).find({ userId }).lean()).map(({ mark }) => mark);

/** The hidden contacts of all students. */
export const everyHiddenContact = ({ db }: Pick<Deps, 'db'>): AsyncIterable<HiddenContact> =>
  readPaced(hiddenContacts(db).find());

/** Deletes a student's list and mark. Their entries on others' lists stay; those name nobody. */
export async function deleteContacts({ db }: Deps, userId: string): Promise<void> {
  await hiddenContacts(db).deleteMany({ userId });
  await contactMarks(db).deleteOne({ _id: userId });
}
