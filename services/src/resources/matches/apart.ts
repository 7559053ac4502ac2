import { againDates, offerPartners, type OffersSoFar } from '../offers/index';
import type { Deps } from '../resource';
import { everyPairApart, leftOutFor, ownMarks } from '../safety/index';

/** Every pair, by mark, that a round must keep apart: kept apart both ways, an open offer, or a last date about which not both said 'again'. */
export async function* pairsApart(
  deps: Deps,
  marks: ReadonlyMap<string, string>,
  offers: OffersSoFar,
): AsyncGenerator<readonly [string, string]> {
  const of = (id: string) => marks.get(id) ?? id;
  yield* everyPairApart(deps);
  for (const [a, b] of offers.apart) yield [of(a), of(b)];
}

/** The same for one student: the marks that a list made now must not contain. */
export async function apartFrom(deps: Deps, userId: string, mark: string): Promise<ReadonlySet<string>> {
  const [kept, { open, lastDates }, again] = await Promise.all([
    leftOutFor(deps, mark),
    offerPartners(deps, userId),
    againDates(deps, userId),
  ]);
  const over = [...lastDates].flatMap(([id, offerId]) => (again.has(offerId) ? [] : [id]));
  const marks = await ownMarks(deps, [...open, ...over]);
  return new Set([...kept, ...marks.values()]);
}
