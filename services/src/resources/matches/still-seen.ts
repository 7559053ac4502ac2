import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { offerPartners } from '../offers/index';
import { loadAnswers } from '../profile/index';
import type { Deps } from '../resource';
import { absentIds, lostIds, ownMark } from '../safety/index';
import { hides } from './match.model';
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
  const [mark, { current }] = await Promise.all([ownMark(deps, userId), currentRounds(deps)]);
  const both = [userId, otherId];
  const [kept, { open, declined, met }, hidden, absent, answers] = await Promise.all([
    lostIds(deps, userId, mark ?? ''),
    offerPartners(deps, userId),
    hides(deps.db).exists({ _id: `${userId}:${otherId}` }),
    absentIds(deps, both),
    loadAnswers(deps, both, NEEDED_FOR_MATCHING),
  ]);
  const isPartner = open.has(otherId) && !kept.includes(otherId);
  const metAt = met.get(otherId);
  const isListed =
    current?.key === round &&
    !hidden &&
    absent.length === 0 &&
    ![...kept, ...open, ...declined].includes(otherId) &&
    !(metAt && metAt > current.takenAt) &&
    both.every((id) => answers.has(id) && NEEDED_FOR_MATCHING.every((needed) => needed in answers.get(id)!));
  return isPartner || isListed;
}
