import type { Entry } from './types';

/** Section 'Lifestyle priorities' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const LIFESTYLE_PRIORITIES: readonly Entry[] = [
  {
    id: 'current_life_priorities',
    type: 'limited_chips',
    title: 'What comes first for you right now?',
    maxSelections: 3,
    options: [
      { value: 'academics', label: 'Doing well in my studies' },
      { value: 'career', label: 'Internships and career' },
      { value: 'friends', label: 'Friendships' },
      { value: 'family', label: 'Family' },
      { value: 'health', label: 'Health and fitness' },
      { value: 'wellbeing', label: 'Mental wellbeing' },
      { value: 'relationship', label: 'Finding a relationship' },
      { value: 'creative', label: 'A creative project' },
      { value: 'earning', label: 'Earning and saving' },
      { value: 'travel', label: 'Travel and new experiences' },
      { value: 'sport', label: 'My sport or team' },
      { value: 'faith', label: 'Faith' },
      { value: 'community', label: 'Volunteering or activism' },
      { value: 'rest', label: 'Rest and fun' },
    ],
    // shared / min(size)
    match: { role: 'soft', direction: 'symmetric', weight: 3 },
    visibility: 'match reason',
  },
  {
    id: 'lifestyle_balance',
    type: 'single_select',
    title: 'How does a normal week split for you?',
    options: [
      { value: 'studies_first', label: 'Nearly all studies and work', rank: 0 },
      { value: 'mostly_studies', label: 'Mostly studies, some fun', rank: 1 },
      { value: 'even', label: 'About even', rank: 2 },
      { value: 'mostly_social', label: 'Mostly social, some studies', rank: 3 },
      { value: 'social_first', label: 'I make time for everyone', rank: 4 },
      { value: 'varies', label: 'It changes every week', rank: null },
    ],
    match: { role: 'soft', direction: 'symmetric', weight: 3 },
    visibility: 'match reason',
  },
];
