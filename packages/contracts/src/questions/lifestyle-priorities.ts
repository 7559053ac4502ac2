import type { Entry } from './types';
import { option, words } from './words';

/** Section 'Lifestyle priorities' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const LIFESTYLE_PRIORITIES: readonly Entry[] = [
  {
    id: 'current_life_priorities',
    type: 'limited_chips',
    title: words('What comes first for you right now?', 'Qu’est-ce qui passe en premier pour vous ?'),
    maxSelections: 3,
    options: [
      option('academics', 'Doing well in my studies', 'La réussite de mes études'),
      option('career', 'Internships and career', 'Les stages et la carrière'),
      option('friends', 'Friendships', 'Les amitiés'),
      option('family', 'Family', 'La famille'),
      option('health', 'Health and fitness', 'La santé et la forme'),
      option('wellbeing', 'Mental wellbeing', 'Le bien-être mental'),
      option('relationship', 'Finding a relationship', 'La recherche d’une relation'),
      option('creative', 'A creative project', 'Un projet créatif'),
      option('earning', 'Earning and saving', 'Les revenus et l’épargne'),
      option('travel', 'Travel and new experiences', 'Les voyages et la découverte'),
      option('sport', 'My sport or team', 'Mon sport ou mon équipe'),
      option('faith', 'Faith', 'La foi'),
      option('community', 'Volunteering or activism', 'Le bénévolat ou le militantisme'),
      option('rest', 'Rest and fun', 'Le repos et le plaisir'),
    ],
    match: {
      role: 'soft',
      by: 'overlap',
      weight: 3,
      reason: { text: words('Both put first: {labels}', 'Priorité commune : {labels}'), most: 1 },
    },
    visibility: 'match reason',
  },
  {
    id: 'lifestyle_balance',
    type: 'single_select',
    title: words('How does a normal week split for you?', 'Comment se répartit votre semaine ?'),
    options: [
      option('studies_first', 'Nearly all studies and work', 'Presque tout aux études et au travail', {
        rank: 0,
      }),
      option('mostly_studies', 'Mostly studies, some fun', 'Surtout les études, un peu de plaisir', {
        rank: 1,
      }),
      option('even', 'About even', 'À peu près moitié-moitié', { rank: 2 }),
      option('mostly_social', 'Mostly social, some studies', 'Surtout les sorties, un peu d’études', {
        rank: 3,
      }),
      option('social_first', 'I make time for everyone', 'Je trouve du temps pour tout le monde', {
        rank: 4,
      }),
      option('varies', 'It changes every week', 'Cela change chaque semaine', { rank: null }),
    ],
    match: {
      role: 'soft',
      by: 'rank',
      weight: 3,
      reason: { text: words('Your weeks look alike', 'Vos semaines se ressemblent') },
    },
    visibility: 'match reason',
  },
];
