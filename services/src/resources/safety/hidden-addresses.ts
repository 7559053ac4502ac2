import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { inTransaction } from '../../infra/in-transaction';
import { journalOf } from '../../infra/journal';
import { raiseBooks } from '../date-books/index';
import type { Deps } from '../resource';
import { markOf } from './marks';
import { pairsApart } from './pair.model';

const reason = 'hidden_address';

const marksOf = (deps: Deps, emails: readonly string[]) => [
  ...new Set(emails.map((email) => markOf(deps, email))),
];

/** Adds addresses to the list of a mailbox without looking up whether they have accounts. Throws contact_limit_reached. */
export async function hideAddresses(deps: Deps, by: string, emails: readonly string[]): Promise<void> {
  const marks = marksOf(deps, emails);
  if (marks.length === 0) return;
  const idOf = (about: string) => `${by} ${about} ${reason}`;
  await inTransaction(deps.db, async (session) => {
    const found = await pairsApart(deps.db).find({ by, reason }, { about: 1 }).session(session).lean();
    // addresses on the list already do not count, so that a repeat after a lost response succeeds
    const listed = new Set([...found.map(({ about }) => about), ...marks]);
    if (listed.size > LIMITS.hiddenContactsMax) throw new ApiError('contact_limit_reached');
    const createdAt = deps.clock.now();
    await journalOf(deps.db).note('pairs_apart', marks.map(idOf), session);
    await pairsApart(deps.db).bulkWrite(
      marks.map((about) => ({
        updateOne: {
          filter: { _id: idOf(about) },
          update: { $setOnInsert: { by, about, reason, createdAt } },
          upsert: true,
        },
      })),
      { session },
    );
    // offers depend on it; and of simultaneous requests that exceed the limit together, the later one sees the earlier one
    await raiseBooks(deps, [by], session);
  });
}

/** Removes addresses from the list. */
export async function showAddresses(deps: Deps, by: string, emails: readonly string[]): Promise<void> {
  const about = trusted({ $in: marksOf(deps, emails) });
  await pairsApart(deps.db).deleteMany({ by, about, reason });
}
