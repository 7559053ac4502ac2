import { LIMITS } from '@flint/contracts';
import type { Answers } from '@flint/contracts/questions/types';
import { singleOf, textOf, valuesOf } from './read';

/** Bits of a gender class. A student who seeks men, women or other genders finds the people with that bit. */
export const GENDER_BITS = { men: 1, women: 2, other: 4 } as const;
type GenderClass = keyof typeof GENDER_BITS;

const bits = (classes: readonly string[]) =>
  classes.reduce((mask, name) => mask | (GENDER_BITS[name as GenderClass] ?? 0), 0);

/** The classes under which a student is found: their own and, with an own word, those chosen in `shown_to`. 0 if unanswered. */
export function genderMask(answers: Answers): number {
  const value = singleOf(answers, 'gender_identity');
  if (value === null) return 0;
  if (value === 'man') return GENDER_BITS.men;
  if (value === 'woman') return GENDER_BITS.women;
  const shownTo = (answers.gender_identity as { shown_to?: unknown }).shown_to;
  return GENDER_BITS.other | bits(Array.isArray(shownTo) ? (shownTo as string[]) : []);
}

/** The classes a student seeks; 0 if unanswered. */
export function seekingMask(answers: Answers): number {
  return bits(valuesOf(answers, 'seeking_genders') ?? []);
}

/** The date of birth in days from 1970-01-01, or null. */
export function birthDay(answers: Answers): number | null {
  const text = textOf(answers, 'bundle_intro', 'date_of_birth');
  const time = text ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) ? Math.round(time / 86_400_000) : null;
}

/** The sought ages; the top value means no upper bound. Default: that of the question (S9.2.1). */
export function ageRangeOf(answers: Answers): { readonly min: number; readonly max: number } {
  const { min: lowest, max: top, default: fallback } = LIMITS.agePreference;
  const answer: unknown = answers.age_preference;
  const [min, max] = Array.isArray(answer) && answer.length === 2 ? (answer as [number, number]) : fallback;
  return { min: Math.max(min, lowest), max: max >= top ? Number.POSITIVE_INFINITY : max };
}

/** Age in full years on a day (both in days from 1970-01-01, calendar dates in UTC). */
export function ageOn(birth: number, today: number): number {
  const born = new Date(birth * 86_400_000);
  const now = new Date(today * 86_400_000);
  const before =
    now.getUTCMonth() < born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() < born.getUTCDate());
  return now.getUTCFullYear() - born.getUTCFullYear() - (before ? 1 : 0);
}
