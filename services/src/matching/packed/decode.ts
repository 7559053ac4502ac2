import type { Answers } from '@flint/contracts/questions/types';
import { optionsOf } from '../read-answers';
import { SCALES } from './encode';
import type { Tables } from './columns';
import * as v from './vocabulary';

/** The option of each rank. */
const byRank = (id: string) => {
  const values = new Map(
    optionsOf(id).flatMap(({ rank, value }) => (rank === undefined ? [] : [[rank, value]])),
  );
  return (rank: number) => values.get(rank);
};
const timelineOf = byRank('ideal_relationship_timeline');
const balanceOf = byRank('lifestyle_balance');

const list = (values: readonly string[]) => (values.length > 0 ? values : undefined);

/**
 * The answers in a row that cards, reasons and shared activities need, enough for the same results as from the original answers, for either
 * side of the pair.
 */
export function decode(t: Tables, row: number): Answers {
  const scales = t.scales[row]!;
  const places = list(v.PLACES.valuesIn(t.places[row]!));
  const answers: Record<string, unknown> = {
    hobbies_interests: list([
      ...v.HOBBIES.valuesIn(t.hobbiesLow[row]!),
      ...v.HOBBIES.valuesIn(t.hobbiesHigh[row]!, 32),
    ]),
    personality_type: list(v.TRAITS.valuesIn(t.traits[row]!)),
    ideal_personality_traits: list(v.TRAITS.valuesIn(t.traitsWish[row]!)),
    ideal_social_preferences: list(v.SOCIAL.valuesIn(t.socialWish[row]!)),
    social_preferences_self: list(v.SOCIAL.valuesIn(t.social[row]!)),
    weekend_style_self: list(v.WEEKENDS.valuesIn(t.weekend[row]!)),
    current_life_priorities: list(v.PRIORITIES.valuesIn(t.priorities[row]!)),
    preferred_love_languages: list(v.LOVE_LANGUAGES.valuesIn(t.love[row]!)),
    ideal_first_date: list(v.FIRST_DATES.valuesIn(t.firstDateChoice[row]!)),
    ideal_date_types: list(v.DATE_IDEAS.valuesIn(t.dateIdeaChoice[row]!)),
    meeting_preference: places && { values: places },
    intent: v.INTENTS.valueAt(t.intent[row]!),
    ideal_relationship_timeline: timelineOf(t.timeline[row]!),
    lifestyle_balance: balanceOf(t.balance[row]!),
    communication_style_self: Object.fromEntries(
      SCALES.flatMap((key, i) => {
        const value = (scales >> (3 * i)) & 7;
        return value === 0 ? [] : [[key, value]];
      }),
    ),
  };
  return answers as Answers;
}
