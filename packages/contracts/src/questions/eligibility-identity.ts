import type { Question } from './types';
import { GENDER_WORDS } from './vocabularies';

/** Section 'Eligibility and identity' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const ELIGIBILITY_IDENTITY = [
  {
    id: 'bundle_intro',
    section: 'eligibility_identity',
    type: 'bundle_intro',
    title: "Let's start with the basics",
    help: 'Your first name or nickname is what matches see. Your email and full date of birth are never shown; only your age is.',
    fields: [
      {
        key: 'display_name',
        type: 'text',
        label: 'What should matches call you?',
        maxLength: 40,
        required: true,
      },
      { key: 'email', type: 'email', label: 'University email', readOnly: true },
      {
        key: 'date_of_birth',
        type: 'date',
        label: 'Date of birth',
        max: 'today-18y',
        required: true,
        hint: 'You must be 18 or older to use this app',
      },
    ],
    privacy:
      'Your date of birth checks that you are 18 or older and, as your age, matches age wishes both ways. It is used for nothing else.',
    match: {
      role: 'hard_filter',
      // age (full years on today's date) against the other person's age_preference, both ways
    },
    visibility: 'name and age only',
    required: true,
  },
  {
    id: 'pronouns',
    section: 'eligibility_identity',
    type: 'single_select',
    title: 'Which pronouns should people use for you?',
    options: [
      { value: 'he_him', label: 'he/him' },
      { value: 'she_her', label: 'she/her' },
      { value: 'they_them', label: 'they/them' },
    ],
    allowOther: true,
    otherPlaceholder: 'Your pronouns',
    match: { role: 'display' },
    visibility: 'profile',
    required: true,
  },
  {
    id: 'academic_info',
    section: 'eligibility_identity',
    type: 'single_select',
    title: 'Where are you in your studies?',
    options: [
      { value: 'year_1', label: '1st Year' },
      { value: 'year_2', label: '2nd Year' },
      { value: 'year_3', label: '3rd Year' },
      { value: 'year_4_plus', label: '4th+ Year' },
      { value: 'graduate', label: 'Graduate Student' },
    ],
    allowOther: true,
    otherPlaceholder: 'For example: exchange, co-op, certificate',
    match: { role: 'display' },
    visibility: 'profile',
    required: true,
  },
  {
    id: 'gender_identity',
    section: 'eligibility_identity',
    type: 'single_select',
    title: 'How do you describe your gender?',
    help: 'Pick the closest, or use your own words. Used so you are only suggested to people who are looking for someone like you.',
    options: [
      { value: 'man', label: 'Man' },
      { value: 'woman', label: 'Woman' },
    ],
    allowOther: true,
    otherPlaceholder: 'In your own words',
    otherDescription: 'Non-binary, agender, genderfluid, Two-Spirit and more',
    otherSuggestions: GENDER_WORDS,
    subField: {
      key: 'shown_to',
      type: 'multi_select',
      showWhen: 'other',
      label: 'Also suggest me to people looking for',
      options: [
        { value: 'men', label: 'Men' },
        { value: 'women', label: 'Women' },
      ],
      default: [],
      required: false,
      // authored extension; without it someone who writes their own gender is found only by people who also chose 'other'
    },
    privacy: 'Used both ways to decide who is suggested to whom. Never used to rank people.',
    match: {
      role: 'hard_filter',
      // class in {man, woman, other}; must be in the other person's seeking_genders, both ways
    },
    visibility: 'profile',
    sensitive: true,
    required: true,
  },
  {
    id: 'major_program',
    section: 'eligibility_identity',
    type: 'single_select',
    title: 'What are you studying?',
    options: [
      { value: 'engineering', label: 'Engineering' },
      { value: 'commerce', label: 'Commerce' },
      { value: 'nursing', label: 'Nursing' },
      { value: 'arts', label: 'Arts' },
      { value: 'science', label: 'Science' },
      { value: 'computer_science', label: 'Computer Science' },
      { value: 'kinesiology', label: 'Kinesiology' },
      { value: 'health_sci', label: 'Health Sci' },
      { value: 'life_sci', label: 'Life Sci' },
      { value: 'con_ed', label: 'Con. Ed.' },
    ],
    allowOther: true,
    otherPlaceholder: 'Your program',
    match: { role: 'display' },
    visibility: 'profile',
    required: true,
  },
] as const satisfies readonly Question[];
