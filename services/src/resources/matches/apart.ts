import { readPaced } from '../../infra/paced';
import { againPairs, offerPartners, pairOf, type OffersSoFar } from '../offers/index';
import type { Deps } from '../resource';
import { everyoneApart, marksApartFrom, ownMarks } from '../safety/index';
import { hides, type HideDocument } from './match.model';

/**
 * Every pair, by mark, that a round must keep apart: blocked, hidden either way, an open or declined offer, or a date after which not both
 * said 'again'.
 */
export async function* pairsApart(
  deps: Deps,
  marks: ReadonlyMap<string, string>,
  offers: OffersSoFar,
): AsyncGenerator<readonly [string, string]> {
  // a mark without an account (erased, or not registered yet) is unchanged
  const of = (idOrMark: string) => marks.get(idOrMark) ?? idOrMark;
  for await (const [a, b] of everyoneApart(deps)) yield [of(a), of(b)];
  for await (const { userId, hiddenId } of readPaced<HideDocument>(hides(deps.db).find()))
    yield [of(userId), of(hiddenId)];
  for (const [a, b] of offers.apart) yield [of(a), of(b)];
}

/** The same for one student: the marks that a list made now must not contain. */
export async function apartFrom(deps: Deps, userId: string, mark: string): Promise<ReadonlySet<string>> {
  const [kept, { open, declined, met }, again, hidden] = await Promise.all([
    marksApartFrom(deps, userId, mark),
    offerPartners(deps, userId),
    againPairs(deps, userId),
    hides(deps.db)
      .find({ $or: [{ userId }, { hiddenId: userId }] })
      .lean<HideDocument[]>(),
  ]);
  const over = [...met.keys()].filter((id) => !again.has(pairOf(userId, id)));
  const hiddenIds = hidden.flatMap((each) => [each.userId, each.hiddenId]).filter((id) => id !== userId);
  const marks = await ownMarks(deps, [...open, ...declined, ...over, ...hiddenIds]);
  return new Set([...kept, ...marks.values()]);
}
