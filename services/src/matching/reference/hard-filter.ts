import type { Answers } from '@flint/contracts/questions/types';
import { factsOf, religionFamilyOf } from '../facts';
import { ageOn, ageRangeOf, birthDay, genderMask, seekingMask } from '../identity';
import { knownSingleOf, pickedOf } from '../read-answers';
import type { MatchStudent } from '../student';

/** Whether a firm no of `mine` is true of `theirs`. An unknown fact never excludes. */
export function breaksFirmNo(mine: Answers, theirs: Answers): boolean {
  const facts = factsOf(theirs);
  return pickedOf(mine, 'lifestyle_dealbreakers').some(({ check }) => {
    if (check?.fact) return facts.has(check.fact);
    if (check?.compare !== 'religion_family_differs') return false;
    const [a, b] = [mine, theirs].map((answers) => religionFamilyOf(knownSingleOf(answers, 'religion')));
    return a !== null && b !== null && a !== b;
  });
}

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
