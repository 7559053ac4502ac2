import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { journalOf } from '../../infra/journal';
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
  const listed = new Set(await pairsApart(deps.db).find({ by, reason }).distinct('about'));
  // addresses on the list already do not count, so that a repeat after a lost response succeeds
  const added = marks.filter((mark) => !listed.has(mark));
  if (listed.size + added.length > LIMITS.hiddenContactsMax) throw new ApiError('contact_limit_reached');
  if (marks.length === 0) return;
  const idOf = (about: string) => `${by} ${about} ${reason}`;
  const createdAt = deps.clock.now();
  const keep = await journalOf(deps.db).note('pairs_apart', marks.map(idOf));
  await pairsApart(deps.db).bulkWrite(
    marks.map((about) => ({
      updateOne: {
        filter: { _id: idOf(about) },
        update: { $setOnInsert: { by, about, reason, createdAt } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  // of requests at once that are too many together, each takes its own back
  if ((await pairsApart(deps.db).countDocuments({ by, reason })) > LIMITS.hiddenContactsMax) {
    await pairsApart(deps.db).deleteMany({ _id: trusted({ $in: added.map(idOf) }) });
    throw new ApiError('contact_limit_reached');
  }
  await keep();
}

/** Removes addresses from the list. */
export async function showAddresses(deps: Deps, by: string, emails: readonly string[]): Promise<void> {
  const about = trusted({ $in: marksOf(deps, emails) });
  await pairsApart(deps.db).deleteMany({ by, about, reason });
}
