import type { SectionId } from './types';

export interface Section {
  readonly id: SectionId;
  readonly title: string;
  readonly required: boolean;
  /** Ids of its questions in the order asked. */
  readonly questions: readonly string[];
}

/** The section of a question. */
export const sectionOf = ({ section }: { readonly section: SectionId }): Section =>
  SECTIONS.find(({ id }) => id === section)!;

/** The six sections in order (spec 3): enough to count answers without loading the questions. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'eligibility_identity',
    title: 'Eligibility and identity',
    required: true,
    questions: ['bundle_intro', 'pronouns', 'academic_info', 'gender_identity', 'major_program'],
  },
  {
    id: 'core_preferences',
    title: 'Core preferences',
    required: true,
    questions: [
      'seeking_genders',
      'intent',
      'height_feet_inches',
      'ethnicity',
      'religion',
      'age_preference',
      'meeting_preference',
      'substances',
      'lifestyle_dealbreakers',
    ],
  },
  {
    id: 'self_description',
    title: 'Self-description',
    required: true,
    questions: [
      'personality_type',
      'relationship_strengths_self',
      'communication_style_self',
      'hobbies_interests',
      'social_preferences_self',
      'emotional_style_self',
      'green_flags_self',
      'red_flags_self',
      'attachment_self',
      'weekend_style_self',
    ],
  },
  {
    id: 'ideal_partner',
    title: 'Ideal partner',
    required: true,
    questions: [
      'ideal_personality_traits',
      'ideal_hobbies_interests',
      'ideal_green_flags',
      'ideal_red_flags',
      'ideal_first_date',
      'preferred_love_languages',
      'ideal_relationship_timeline',
      'ideal_social_preferences',
      'ideal_core_value',
      'ideal_lifestyle_dealbreakers',
    ],
  },
  {
    id: 'lifestyle_priorities',
    title: 'Lifestyle priorities',
    required: true,
    questions: ['current_life_priorities', 'lifestyle_balance'],
  },
  {
    id: 'optional_scenarios',
    title: 'Optional date scenarios',
    required: false,
    questions: ['ideal_date_types'],
  },
];
