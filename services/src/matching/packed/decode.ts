import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers, Option } from '@flint/contracts/questions/types';
import { SCALES } from './encode';
import type { Tables } from './columns';
import * as v from './vocabulary';

const optionsOf = (id: string): readonly Option[] => {
  const question = QUESTIONS.find((each) => each.id === id);
  return question && 'options' in question ? question.options : [];
};

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
 * What a row holds of the answers that cards, reasons and shared activities are made from: enough for these to come out as they would
 * from the answers themselves, whichever side of the pair it is.
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
