/**
 * What a student may show others beside name and photos, in the order of the page: `age`, and questions by id. True: shown unless the
 * student takes it off; false: only once the student puts it on. Nothing private or sensitive is in it.
 */
export const SHOWABLE = {
  age: true,
  pronouns: true,
  academic_info: true,
  major_program: true,
  intent: false,
  hobbies_interests: false,
  personality_type: false,
  relationship_strengths_self: false,
  social_preferences_self: false,
  green_flags_self: false,
  height_feet_inches: false,
} as const;

export type ShowableId = keyof typeof SHOWABLE;

export const SHOWABLE_IDS = Object.keys(SHOWABLE) as [ShowableId, ...ShowableId[]];

/** What others see of who has never chosen. */
export const SHOWN_BY_DEFAULT: readonly ShowableId[] = SHOWABLE_IDS.filter((id) => SHOWABLE[id]);
