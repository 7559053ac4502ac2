/**
 * The items that a student can show others besides name and photos, in the order of the page: `age`, and questions by id. True: shown unless
 * deselected; false: shown only if selected. None is private or sensitive.
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

/** The items shown of a student who has never chosen. */
export const SHOWN_BY_DEFAULT: readonly ShowableId[] = SHOWABLE_IDS.filter((id) => SHOWABLE[id]);
