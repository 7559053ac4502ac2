import { missingForMatching } from '@flint/contracts/questions/matchable';
import { mayMeet } from '../../matching/reference/hard-filter';
import type { MatchStudent } from '../../matching/student';
import { loadProfiles, todayAt, type StoredProfile } from '../profile/index';
import type { Deps } from '../resource';
import { isKeptApart } from '../safety/index';

const studentOf = ({ id, answers }: StoredProfile): MatchStudent => ({
  id,
  answers,
  week: null,
  weeksUnasked: 0,
  missedDates: 0,
});

/**
 * Whether one student may invite another (decisions, GET /matches): both can be matched, each is within the other's sought
 * genders and ages, no firm no is broken either way, neither has blocked or hidden the other, and neither is absent.
 */
export async function mayInvite(deps: Deps, fromId: string, toId: string): Promise<boolean> {
  const found = await loadProfiles(deps, [fromId, toId]);
  const [from, to] = [found.get(fromId), found.get(toId)];
  if (!from || !to) return false;
  if ([from, to].some(({ answers }) => missingForMatching(answers).length > 0)) return false;
  const today = Math.floor(Date.parse(todayAt(deps)) / 86_400_000);
  if (!mayMeet(studentOf(from), studentOf(to), today)) return false;
  return !(await isKeptApart(deps, fromId, toId));
}
