import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { offerPartners } from '../offers/index';
import { loadAnswers } from '../profile/index';
import type { Deps } from '../resource';
import { absentIds, hasCut, leftOutFor, ownMarks } from '../safety/index';
import { currentRounds } from './rounds';

/**
 * Whether a student may still see the photos of a person shown by a round's list or by an offer: the person is still on the list of the
 * current round, or the two have an open offer. The database queries do not depend on who the person is.
 */
export async function mayStillSee(
  deps: Deps,
  { userId, round }: { readonly userId: string; readonly round: string },
  otherId: string,
): Promise<boolean> {
  const both = [userId, otherId];
  const [marks, { current }] = await Promise.all([ownMarks(deps, both), currentRounds(deps)]);
  const [isCut, leftOut, { open, met }, absent, answers] = await Promise.all([
    hasCut(deps, userId, otherId),
    leftOutFor(deps, marks.get(userId) ?? '', current?.takenAt),
    offerPartners(deps, userId),
    absentIds(deps, both),
    loadAnswers(deps, both, NEEDED_FOR_MATCHING),
  ]);
  const isPartner = open.has(otherId) && !isCut;
  const metAt = met.get(otherId);
  const isListed =
    current?.key === round &&
    absent.length === 0 &&
    !open.has(otherId) &&
    !leftOut.has(marks.get(otherId) ?? otherId) &&
    !(metAt && metAt > current.takenAt) &&
    both.every((id) => answers.has(id) && NEEDED_FOR_MATCHING.every((needed) => needed in answers.get(id)!));
  return isPartner || isListed;
}
