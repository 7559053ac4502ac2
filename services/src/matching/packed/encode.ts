import { ACTIVITY_TAGS, type FactId } from '@flint/contracts/questions/matching-facts';
import type { Answers } from '@flint/contracts/questions/types';
import { FACT_IDS, factsOf, religionFamilyOf } from '../facts';
import { ageRangeOf, genderMask, seekingMask } from '../identity';
import { hash32 } from '../order';
import {
  activityTagsOf,
  knownSingleOf,
  numberOf,
  optionOf,
  pickedOf,
  scoredValuesOf,
  singleOf,
  textOf,
  valuesOf,
} from '../read-answers';
import type { MatchStudent } from '../student';
import { FLAG, UNKNOWN, type Row } from './columns';
import { countsOf } from './known';
import * as v from './vocabulary';

const byte = (position: number) => (position < 0 ? UNKNOWN : position);
const factBit = (fact: FactId | undefined) => (fact ? 1 << FACT_IDS.indexOf(fact) : 0);
const tagMask = (tags: readonly string[]) =>
  tags.reduce((mask, tag) => mask | (1 << (ACTIVITY_TAGS as readonly string[]).indexOf(tag)), 0);

/** In catalogue order, because rows are stored and read by other processes. */
const FAMILIES: readonly (string | null)[] = v.RELIGIONS.all.map(religionFamilyOf);
const familyIndex = (religion: string | null) => byte(FAMILIES.indexOf(religionFamilyOf(religion)));

const rankOf = (answers: Answers, id: string) => optionOf(id, singleOf(answers, id))?.rank ?? UNKNOWN;

const LEVELS = ['never', 'rarely', 'socially', 'regularly'];
const SUBSTANCES = ['drinking_preference', 'smoking_preference', 'cannabis_preference'];
/** Keys of the scales, in packed order. */
export const SCALES = ['directness', 'contact_preference', 'planning_style', 'conversation_depth'];

/** Three bits each, the first lowest; 0 is unanswered. */
const triplets = (values: readonly number[]) =>
  values.reduce((packed, value, i) => packed | (value << (3 * i)), 0);
const levelsOf = (answers: Answers) =>
  triplets(SUBSTANCES.map((key) => LEVELS.indexOf(textOf(answers, 'substances', key) ?? '') + 1));
const scalesOf = (answers: Answers) =>
  triplets(SCALES.map((key) => numberOf(answers, 'communication_style_self', key) ?? 0));

/** The picked options of a question: facts as a mask, habits as a mask, and the two comparisons. */
function checksOf(answers: Answers, id: string) {
  const options = pickedOf(answers, id);
  return {
    facts: options.reduce((mask, { check }) => mask | factBit(check?.fact), 0),
    habits: v.HABITS.mask(options.flatMap(({ check }) => (check?.habit ? [check.habit] : []))),
    faith: options.some(({ check }) => check?.compare === 'religion_family_differs'),
    sleep: options.some(({ check }) => check?.compare === 'sleep_rhythm_differs'),
    picked: options.map(({ value }) => value),
  };
}

function strengthsMask(answers: Answers): number {
  const picked = pickedOf(answers, 'relationship_strengths_self');
  if (picked.length === 0) return 0;
  const tags = picked.flatMap(({ value_tags = [] }) => value_tags);
  // the top bit means 'answered', so that strengths without a tag differ from no answer
  return (v.CORE_VALUES.mask(tags) | 0x80000000) >>> 0;
}

/** The numbers of a student. The snapshot adds the window of shared time, because it knows the day. */
export function encode({ id, answers, missedDates, week }: MatchStudent): Row {
  const firm = checksOf(answers, 'lifestyle_dealbreakers');
  const niggles = checksOf(answers, 'ideal_lifestyle_dealbreakers');
  const [firstDate, ideas] = [
    activityTagsOf(answers, 'ideal_first_date'),
    activityTagsOf(answers, 'ideal_date_types'),
  ];
  const religion = knownSingleOf(answers, 'religion');
  const { min, max } = ageRangeOf(answers);
  const social = valuesOf(answers, 'social_preferences_self') ?? [];
  const flag = (on: boolean, bit: number) => (on ? bit : 0);
  const said = {
    traits: v.TRAITS.maskOf(answers, 'personality_type'),
    traitsWish: v.TRAITS.maskOf(answers, 'ideal_personality_traits'),
    green: v.GREEN_FLAGS.maskOf(answers, 'green_flags_self'),
    greenWish: v.GREEN_FLAGS.maskOf(answers, 'ideal_green_flags'),
    habits: v.HABITS.maskOf(answers, 'red_flags_self'),
    habitsWish: v.HABITS.maskOf(answers, 'ideal_red_flags'),
    social: v.SOCIAL.maskOf(answers, 'social_preferences_self'),
    socialWish: v.SOCIAL.maskOf(answers, 'ideal_social_preferences'),
    hobbiesLow: v.HOBBIES.maskOf(answers, 'hobbies_interests'),
    hobbiesHigh: v.HOBBIES.maskOf(answers, 'hobbies_interests', 32),
    hobbiesWishLow: v.HOBBIES.maskOf(answers, 'ideal_hobbies_interests'),
    hobbiesWishHigh: v.HOBBIES.maskOf(answers, 'ideal_hobbies_interests', 32),
    values: strengthsMask(answers),
    nigglingHabits: niggles.habits,
    nigglingFacts: niggles.facts,
    firmNoFacts: firm.facts,
    idHash: hash32(id),
    bornYmd: Number((textOf(answers, 'bundle_intro', 'date_of_birth') ?? '').replace(/-/g, '')) || 0,
    love: v.LOVE_LANGUAGES.maskOf(answers, 'preferred_love_languages'),
    firstDate: tagMask(firstDate?.tags ?? []),
    dateIdeas: tagMask(ideas?.tags ?? []),
    dateIdeaChoice: v.DATE_IDEAS.maskOf(answers, 'ideal_date_types'),
    firstDateChoice: v.FIRST_DATES.maskOf(answers, 'ideal_first_date'),
    places: v.PLACES.mask(valuesOf(answers, 'meeting_preference') ?? []),
    priorities: v.PRIORITIES.maskOf(answers, 'current_life_priorities'),
    weekend: v.WEEKENDS.maskOf(answers, 'weekend_style_self'),
    facts: [...factsOf(answers)].reduce((mask, fact) => mask | factBit(fact), 0),
    flags:
      FLAG.live |
      flag(week !== null, FLAG.hasWeek) |
      flag(firm.faith, FLAG.differentFaithIsNo) |
      flag(social.includes('early_mornings'), FLAG.earlyMornings) |
      flag(social.includes('late_nights'), FLAG.lateNights) |
      flag(niggles.picked.includes('wants_children'), FLAG.wantsChildrenIsNo) |
      flag(niggles.picked.includes('no_children'), FLAG.noChildrenIsNo) |
      flag(niggles.sleep, FLAG.sleepMatters),
    intent: byte(v.INTENTS.at(singleOf(answers, 'intent'))),
    timeline: rankOf(answers, 'ideal_relationship_timeline'),
    balance: rankOf(answers, 'lifestyle_balance'),
    emotional: byte(v.EMOTIONAL.at(knownSingleOf(answers, 'emotional_style_self'))),
    coreValue: byte(v.CORE_VALUES.at(knownSingleOf(answers, 'ideal_core_value'))),
    religion: byte(v.RELIGIONS.at(religion)),
    religionFamily: familyIndex(religion),
    gender: genderMask(answers),
    seeking: seekingMask(answers),
    ageMin: min,
    ageMax: Number.isFinite(max) ? max : UNKNOWN,
    scales: scalesOf(answers),
    substances: levelsOf(answers),
    missedDates: Math.min(missedDates, UNKNOWN),
  };
  const open = {
    habits: scoredValuesOf(answers, 'red_flags_self') !== null,
    anyFirstDate: firstDate?.any === true,
    anyDateIdea: ideas?.any === true,
  };
  return { ...said, ...countsOf(said, open) };
}
