import * as LIMITS from '../limits';

/** Today's calendar date on the clock of this machine, YYYY-MM-DD. */
export const localToday = (): string => new Date().toLocaleDateString('en-CA');

/** An ISO calendar date that exists. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Age in full years on a day. Dates are ISO calendar dates, YYYY-MM-DD. Null when the birth date is not a real date. */
export function ageOn(birthDate: string, today: string): number | null {
  if (!isCalendarDate(birthDate)) return null;
  const [year, rest] = [Number(birthDate.slice(0, 4)), birthDate.slice(5)];
  const age = Number(today.slice(0, 4)) - year - (today.slice(5) < rest ? 1 : 0);
  return age;
}

/** The quirk of spec 5: the picker only compares years, so it accepts some who are 17; the server checks the full date. */
export function isUnderAgeByYear(birthDate: string, today: string): boolean {
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) < LIMITS.minimumAge;
}

/** The latest date the picker offers: 18 years before today (spec 5). 29 February becomes 28 in other years. */
export function latestBirthDate(today: string): string {
  const year = Number(today.slice(0, 4)) - LIMITS.minimumAge;
  const rest = today.slice(4);
  return rest === '-02-29' && !isCalendarDate(`${year}-02-29`) ? `${year}-02-28` : `${year}${rest}`;
}

export type BirthDateProblem = 'not_a_date' | 'under_age' | 'implausible';

/**
 * The problem of a date of birth on that day; null if it is valid. Under 18 in full years is refused on every path. A day to come, and an age
 * above the maximum, are typing mistakes.
 */
export function birthDateProblem(birthDate: string, today: string): BirthDateProblem | null {
  const age = ageOn(birthDate, today);
  if (age === null) return 'not_a_date';
  if (age < 0 || age > LIMITS.maximumAge) return 'implausible';
  return age < LIMITS.minimumAge ? 'under_age' : null;
}
