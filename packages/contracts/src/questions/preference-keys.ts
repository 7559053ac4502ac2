import type { Availability } from '../routes/availability';
import { dayAndHour } from '../week/grid';
import { slotsToGrid } from '../week/slots';
import { findQuestion } from './catalogue';
import type { Answers } from './types';

/** The sources of the keys: the answers, and data outside of the questionnaire. */
export interface PreferenceSource {
  readonly answers: Answers;
  readonly campus?: string | null;
  readonly location?: string | null;
  readonly availability?: Availability | null;
  /** Kilometres. */
  readonly maxDistance?: number | null;
}

export interface PreferenceKeys {
  readonly selfKeys: readonly string[];
  readonly desiredPartnerKeys: readonly string[];
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const SLEEP_RHYTHM: readonly string[] = ['early_mornings', 'late_nights'];
const SOCIAL_ENERGY: readonly string[] = [
  'one_on_one',
  'small_groups',
  'big_gatherings',
  'recharge_alone',
  'recharge_people',
];

/** Chosen option values of a question, without an 'Other' text and without options that mean 'no answer'. */
function valuesOf(answers: Answers, id: string): string[] {
  const question = findQuestion(id);
  const answer: unknown = answers[id];
  if (!question || !('options' in question)) return [];
  const given: unknown = Array.isArray(answer)
    ? answer
    : typeof answer === 'string'
      ? [answer]
      : (answer as { values?: unknown } | null | undefined)?.values;
  const real = question.options.filter(({ exclusive }) => !exclusive).map(({ value }) => value);
  return Array.isArray(given) ? real.filter((value) => given.includes(value)) : [];
}

const prefixed = (prefix: string, values: readonly (string | null | undefined)[]) =>
  values.filter(Boolean).map((value) => `${prefix}:${value}`);
const distinct = (keys: readonly string[]) => [...new Set(keys)];

/** Days of the week with a free hour, on the student's own clock. */
function freeDays(week: Availability | null | undefined): string[] {
  if (!week) return [];
  const grid = slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated));
  const days = new Set([...grid].map((cell) => dayAndHour(cell).day));
  return DAYS.filter((_, day) => days.has(day));
}

/**
 * The two lists of preference keys of a profile (spec 3), each key `prefix:value` and each list without doubles. Pure: nothing is
 * logged or sent. Self: intent, campus, program, year, location, social_energy, sleep_rhythm, trait, date_style, availability.
 * Partner: seeking, avoid, dealbreaker, age_range (as min-max), max_distance. An unanswered question gives no key.
 */
export function preferenceKeysOf(source: PreferenceSource): PreferenceKeys {
  const { answers, campus, location, availability, maxDistance } = source;
  const social = valuesOf(answers, 'social_preferences_self');
  const ages: unknown = answers.age_preference;
  return {
    selfKeys: distinct([
      ...prefixed('intent', valuesOf(answers, 'intent')),
      ...prefixed('campus', [campus]),
      ...prefixed('program', valuesOf(answers, 'major_program')),
      ...prefixed('year', valuesOf(answers, 'academic_info')),
      ...prefixed('location', [location]),
      ...prefixed(
        'social_energy',
        social.filter((value) => SOCIAL_ENERGY.includes(value)),
      ),
      ...prefixed(
        'sleep_rhythm',
        social.filter((value) => SLEEP_RHYTHM.includes(value)),
      ),
      ...prefixed('trait', valuesOf(answers, 'personality_type')),
      ...prefixed('date_style', [
        ...valuesOf(answers, 'ideal_first_date'),
        ...valuesOf(answers, 'ideal_date_types'),
      ]),
      ...prefixed('availability', freeDays(availability)),
    ]),
    desiredPartnerKeys: distinct([
      ...prefixed('seeking', valuesOf(answers, 'seeking_genders')),
      ...prefixed('avoid', valuesOf(answers, 'ideal_red_flags')),
      ...prefixed('dealbreaker', [
        ...valuesOf(answers, 'lifestyle_dealbreakers'),
        ...valuesOf(answers, 'ideal_lifestyle_dealbreakers'),
      ]),
      ...prefixed('age_range', [Array.isArray(ages) && ages.length === 2 ? ages.join('-') : null]),
      ...prefixed('max_distance', [maxDistance ? String(maxDistance) : null]),
    ]),
  };
}
