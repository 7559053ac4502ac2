import { endOpenOffersBetween } from '../offers/index';
import type { Deps } from '../resource';
import { journalPairs, keepApart, type Act } from './pairs-apart';

/** Blocks or reports a person and ends what is open between the two, in one transaction. */
export async function blockPerson(
  deps: Deps,
  act: Act & { readonly reason: 'block' | 'report' },
): Promise<void> {
  const { _id } = await endOpenOffersBetween(deps, act.by, act.about, (session) =>
    keepApart(deps, act, session),
  );
  await journalPairs(deps, [_id]);
}
