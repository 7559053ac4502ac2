import type { Entry } from './types';

/** Section 'Optional date scenarios' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const OPTIONAL_SCENARIOS: readonly Entry[] = [
  {
    id: 'ideal_date_types',
    type: 'multi_select',
    title: 'Which of these dates would you say yes to?',
    help: 'Optional. We use these to suggest activities.',
    options: [
      { value: 'farmers_market', label: "Wander a farmers' market and cook what we find", activity: 'food' },
      { value: 'trivia_team', label: 'Join a pub-style trivia night (drinks optional)', activity: 'games' },
      { value: 'sunrise_swim', label: 'An early swim or sunrise walk', activity: 'outdoors' },
      { value: 'thrift_challenge', label: 'Pick each other an outfit at a thrift shop', activity: 'arts' },
      { value: 'bookshop', label: 'Choose a book for each other', activity: 'arts' },
      { value: 'museum_scavenger', label: 'A museum scavenger hunt', activity: 'arts' },
      { value: 'climbing_gym', label: 'Try the climbing wall', activity: 'sport' },
      { value: 'skate_night', label: 'Skating or roller night', activity: 'sport' },
      { value: 'karaoke', label: 'Karaoke', activity: 'music' },
      { value: 'concert', label: 'A small concert', activity: 'music' },
      { value: 'film_double_bill', label: 'A double bill and popcorn', activity: 'film' },
      { value: 'picnic', label: 'A picnic by the water', activity: 'outdoors' },
      { value: 'star_gazing', label: 'Stargazing', activity: 'outdoors' },
      { value: 'language_swap', label: 'Teach each other a few phrases', activity: 'study' },
      { value: 'pottery_paint', label: 'A pottery or painting session', activity: 'arts' },
      { value: 'volunteer_shift', label: 'A volunteer shift, then lunch', activity: 'volunteer' },
      { value: 'co_work', label: 'Work side by side, then celebrate', activity: 'study' },
      { value: 'home_game', label: 'Cheer at a home game', activity: 'sport' },
      { value: 'video_dinner', label: 'Cook the same recipe on a video call', activity: 'online' },
      { value: 'double_date_games', label: 'A double date with games', activity: 'group' },
    ],
    required: false,
    match: { role: 'soft', direction: 'symmetric', weight: 1 },
    visibility: 'match reason',
  },
];
