import type { Snapshot } from '../../matching/round/index';
import { offerPartners, type OffersSoFar } from '../offers/index';
import type { Deps } from '../resource';
import { everyPairApart, leftOutFor, ownMarks } from '../safety/index';

/**
 * Every pair, by mark, that a round must keep apart: kept apart both ways, an open offer, or a last date, unless both said 'again' about it and
 * both can be seen in this round. Otherwise a student whom nobody sees would learn from their list what the other said.
 */
export async function* pairsApart(
  deps: Deps,
  marks: ReadonlyMap<string, string>,
  offers: OffersSoFar,
  snapshot: Snapshot,
): AsyncGenerator<readonly [string, string]> {
  const of = (id: string) => marks.get(id) ?? id;
  yield* everyPairApart(deps);
  for (const [a, b] of offers.apart) yield [of(a), of(b)];
  const canBeSeen = (id: string) => snapshot.standing.activity[snapshot.rowOf(of(id))]! > 0;
  for (const [a, b] of offers.again) if (![a, b].every(canBeSeen)) yield [of(a), of(b)];
}

/** The marks that a list made outside a round must not contain: everybody whom the student met, too, because 'again' counts in rounds only. */
export async function apartFrom(deps: Deps, userId: string, mark: string): Promise<ReadonlySet<string>> {
  const [kept, { open, met }] = await Promise.all([leftOutFor(deps, mark), offerPartners(deps, userId)]);
  const marks = await ownMarks(deps, [...open, ...met.keys()]);
  return new Set([...kept, ...marks.values()]);
}
