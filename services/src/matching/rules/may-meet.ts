import type { Answers } from '@flint/contracts/questions/types';
import type { MatchStudent } from '../student';
import { ageOn, ageRangeOf, birthDay, genderMask, seekingMask } from './identity';
import { breaksFirmNo } from './score';

function acceptsAgeOf(mine: Answers, theirs: Answers, today: number): boolean {
  const birth = birthDay(theirs);
  if (birth === null) return false;
  const age = ageOn(birth, today);
  const { min, max } = ageRangeOf(mine);
  return age >= 18 && age >= min && age <= max;
}

/** The hard filter in both directions (decisions/007): sought genders, ages and firm noes. Symmetric. `today` is in days from 1970-01-01. */
export function mayMeet(
  { id, answers: a }: MatchStudent,
  { id: otherId, answers: b }: MatchStudent,
  today: number,
): boolean {
  if (id === otherId) return false;
  return (
    (seekingMask(a) & genderMask(b)) !== 0 &&
    (seekingMask(b) & genderMask(a)) !== 0 &&
    acceptsAgeOf(a, b, today) &&
    acceptsAgeOf(b, a, today) &&
    !breaksFirmNo(a, b) &&
    !breaksFirmNo(b, a)
  );
}
