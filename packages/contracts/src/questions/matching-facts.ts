/** How likely two intents fit: row is mine, column is theirs; symmetric. */
export const INTENT_FIT = {
  serious_relationship: {
    serious_relationship: 1,
    open_to_exploring: 0.7,
    casual_dating: 0.2,
    activity_buddy: 0.1,
  },
  open_to_exploring: {
    serious_relationship: 0.7,
    open_to_exploring: 1,
    casual_dating: 0.7,
    activity_buddy: 0.5,
  },
  casual_dating: { serious_relationship: 0.2, open_to_exploring: 0.7, casual_dating: 1, activity_buddy: 0.4 },
  activity_buddy: {
    serious_relationship: 0.1,
    open_to_exploring: 0.5,
    casual_dating: 0.4,
    activity_buddy: 1,
  },
} as const;

/** Tags that combine meeting places, first dates and date ideas into one list of activities. */
export const ACTIVITY_TAGS = [
  'coffee',
  'walk',
  'meal',
  'study',
  'event',
  'sport',
  'arts',
  'outdoors',
  'group',
  'online',
  'games',
  'music',
  'film',
  'food',
  'volunteer',
] as const;

export type ActivityTag = (typeof ACTIVITY_TAGS)[number];

/** Facts about a person that a dealbreaker may name, in words; the matching engine computes them from answers. */
export const FACTS = {
  smokes_any: 'smoking_preference in rarely, socially, regularly',
  drinks_any: 'drinking_preference in rarely, socially, regularly',
  drinks_regularly: 'drinking_preference = regularly',
  cannabis_any: 'cannabis_preference in rarely, socially, regularly',
  cannabis_regularly: 'cannabis_preference = regularly',
  casual_only: 'intent = casual_dating',
  commitment_now: 'intent = serious_relationship and ideal_relationship_timeline = ready_now',
  parties_most_weekends: 'weekend_style_self contains parties',
  no_time: 'lifestyle_balance = studies_first',
  online_only: 'meeting_preference = [video_first]',
  homebody:
    'weekend_style_self contains home_cosy and social_preferences_self contains recharge_alone and not big_gatherings',
  no_active_hobby: 'hobbies_interests answered and holds no option of group active',
} as const;

export type FactId = keyof typeof FACTS;

/** Comparisons of two people that a dealbreaker may name, in words. */
export const COMPARISONS = {
  religion_family_differs:
    'both gave a real religion answer and the families differ (familyOf, else the value itself)',
  sleep_rhythm_differs:
    'one has early_mornings and the other late_nights in social_preferences_self, and neither has both',
} as const;

export type ComparisonId = keyof typeof COMPARISONS;
