import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { contactMarks, hiddenContacts } from './contact.model';
import { markOf } from './marks';

const marksOf = (deps: Deps, emails: readonly string[]) => [
  ...new Set(emails.map((email) => markOf(deps, email))),
];

/** How many addresses a student's list holds. */
export const countHidden = ({ db }: Deps, userId: string): Promise<number> =>
  hiddenContacts(db).countDocuments({ userId });

/** Puts addresses on the list; whether anybody has them is not looked up. Throws contact_limit_reached. */
export async function hideContacts(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  const marks = marksOf(deps, emails);
  if ((await countHidden(deps, userId)) + marks.length > LIMITS.hiddenContactsMax)
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
}

/** Takes addresses off the list. */
export async function showContacts(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  const ids = marksOf(deps, emails).map((mark) => `${userId}:${mark}`);
  await hiddenContacts(deps.db).deleteMany({ _id: trusted({ $in: ids }) });
}

/** Notes the mark of a student's own address, so that others' lists find them. Safe to repeat. */
export async function noteOwnMark(deps: Deps, userId: string, email: string): Promise<void> {
  await contactMarks(deps.db).updateOne(
    { _id: userId },
    { $set: { mark: markOf(deps, email) } },
    { upsert: true },
  );
}

/** Everybody on this student's list, and everybody who has this student on theirs. */
export async function contactIds({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  const [mine, own] = await Promise.all([
    hiddenContacts(db).find({ userId }).lean(),
    contactMarks(db).findById(userId).lean(),
  ]);
  const [listed, listing] = await Promise.all([
    mine.length > 0
      ? contactMarks(db)
          .find({ mark: trusted({ $in: mine.map(({ mark }) => mark) }) })
          .lean()
      : [],
    own ? hiddenContacts(db).find({ mark: own.mark }).lean() : [],
  ]);
  const ids = [...listed.map(({ _id }) => _id), ...listing.map((each) => each.userId)];
  return ids.filter((id) => id !== userId);
}

/** Adds one student's list to another's. Safe to repeat. */
export async function moveContacts({ db }: Pick<Deps, 'db'>, from: string, to: string): Promise<void> {
  for (const { _id, mark } of await hiddenContacts(db).find({ userId: from }).lean()) {
    const own = { $setOnInsert: { userId: to, mark } };
    await hiddenContacts(db).updateOne({ _id: `${to}:${mark}` }, own, { upsert: true });
    await hiddenContacts(db).deleteOne({ _id });
  }
}

/** Removes a student's list and mark; that they are on others' lists is others' and names nobody. */
export async function forgetContacts({ db }: Deps, userId: string): Promise<void> {
  await hiddenContacts(db).deleteMany({ userId });
  await contactMarks(db).deleteOne({ _id: userId });
}
