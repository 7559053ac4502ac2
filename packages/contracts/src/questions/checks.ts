import type { Check, Condition, Option } from './types';

const LEVELS = ['rarely', 'socially', 'regularly'];

/** They use it: at all, or at one of these levels. */
export const uses = (key: string, has: readonly string[] = LEVELS): Check => ({
  they: [{ question: 'substances', key, has }],
});

export const PARTIES: readonly Check[] = [{ they: [{ question: 'weekend_style_self', has: ['parties'] }] }];

const social = (has: string, lacks: string): readonly Condition[] => [
  { question: 'social_preferences_self', has: [has] },
  { question: 'social_preferences_self', lacks: [lacks] },
];
const EARLY = social('early_mornings', 'late_nights');
const LATE = social('late_nights', 'early_mornings');

/** One has early mornings and the other late nights, and neither has both. */
export const OPPOSITE_SLEEP: readonly Check[] = [
  { me: EARLY, they: LATE },
  { me: LATE, they: EARLY },
];

/** Both answered, and their options are not in one family; an option without a family is its own. */
export function differs(
  question: string,
  options: readonly Option[],
  families: readonly (readonly string[])[],
): readonly Check[] {
  const real = options.flatMap(({ value, exclusive }) => (exclusive ? [] : [value]));
  const alone = real.flatMap((value) => (families.some((family) => family.includes(value)) ? [] : [[value]]));
  return [...families, ...alone].map((family) => ({
    me: [{ question, has: family }],
    they: [{ question, has: real.filter((value) => !family.includes(value)) }],
  }));
}
