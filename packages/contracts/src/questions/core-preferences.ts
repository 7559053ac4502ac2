import { firmNoDays } from '../limits';
import { ETHNICITIES, RELIGION_FAMILIES, RELIGIONS } from './backgrounds';
import { differs, PARTIES, uses } from './checks';
import type { Entry } from './types';
import { GENDER_WORDS } from './vocabularies';
import { option, words } from './words';

/** How likely two intents fit. */
const INTENT_FIT = {
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
};

const REGULARLY = ['regularly'];
/** How often a student uses something. */
const habit = (en: string, fr: string) => [
  option('never', en, fr),
  option('rarely', 'Rarely', 'Rarement'),
  option('socially', 'Socially', 'En société'),
  option('regularly', 'Regularly', 'Régulièrement'),
  option('prefer_not_to_say', 'Prefer not to say', 'Je préfère ne pas répondre', { exclusive: true }),
];

/** Section 'Core preferences' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const CORE_PREFERENCES: readonly Entry[] = [
  {
    id: 'seeking_genders',
    type: 'multi_select',
    title: words('Who would you like to meet?', 'Qui aimeriez-vous rencontrer ?'),
    minSelections: 1,
    options: [
      option('men', 'Men', 'Des hommes'),
      option('women', 'Women', 'Des femmes'),
      option('other', 'Other', 'Autre', {
        description: words(
          'Non-binary, agender, genderfluid, Two-Spirit and more',
          'Non binaire, agenre, genre fluide, bispirituel et bien d’autres',
        ),
      }),
    ],
    allowOther: true,
    otherPlaceholder: words('In your own words', 'Dans vos propres mots'),
    otherSuggestions: GENDER_WORDS,
    privacy: words(
      'Your answer and theirs decide who can match. Nobody sees your answer.',
      'Votre réponse et la leur décident des affinités possibles. Personne ne voit votre réponse.',
    ),
    match: { role: 'hard_filter' },
    visibility: 'private',
    sensitive: true,
  },
  {
    id: 'intent',
    type: 'single_select',
    title: words('What are you hoping to find?', 'Qu’espérez-vous trouver ?'),
    options: [
      option('serious_relationship', 'Serious relationship', 'Une relation sérieuse'),
      option('open_to_exploring', 'Open to exploring', 'Voir où la rencontre mène'),
      option('casual_dating', 'Casual dating', 'Des rencontres sans engagement'),
      option('activity_buddy', 'Activity buddy', 'Quelqu’un avec qui faire des activités'),
    ],
    match: {
      role: 'soft',
      by: 'table',
      fits: INTENT_FIT,
      weight: 10,
      reason: { text: words('Both: {labels}', 'En commun : {labels}'), topic: 'pace' },
    },
    visibility: 'profile',
  },
  {
    id: 'height_feet_inches',
    type: 'height',
    title: words('How tall are you?', 'Combien mesurez-vous ?'),
    feet: [4, 7],
    inches: [0, 11],
    default: { feet: 5, inches: 8 },
    privacy: words(
      'Never used to match, rank or filter anyone.',
      'Ne sert jamais à associer, à classer ni à écarter qui que ce soit.',
    ),
    match: { role: 'display' },
    visibility: 'profile, can be hidden',
  },
  {
    id: 'ethnicity',
    type: 'multi_select',
    title: words(
      'How would you describe your ethnic or cultural background?',
      'Comment décririez-vous votre origine ethnique ou culturelle ?',
    ),
    minSelections: 1,
    options: ETHNICITIES,
    allowOther: true,
    otherPlaceholder: words('In your own words', 'Dans vos propres mots'),
    privacy: words(
      'Never used to match, rank or filter anyone, and nobody sees your answer.',
      'Ne sert jamais à associer, à classer ni à écarter qui que ce soit, et personne ne voit votre réponse.',
    ),
    match: { role: 'none' },
    visibility: 'private unless the student shows it',
    sensitive: true,
  },
  {
    required: false,
    id: 'religion',
    type: 'single_select',
    title: words('Do you follow a religion or belief?', 'Avez-vous une religion ou une croyance ?'),
    options: RELIGIONS,
    allowOther: true,
    otherPlaceholder: words('In your own words', 'Dans vos propres mots'),
    privacy: words(
      'Nobody sees your answer. It counts a little, and hides you from people who ruled out a different religion.',
      'Personne ne voit votre réponse. Elle compte un peu, et vous cache à qui exclut une religion différente.',
    ),
    match: { role: 'soft', by: 'nearness', groups: RELIGION_FAMILIES, near: 0.7, far: 0.4, weight: 1 },
    visibility: 'private unless the student shows it',
    sensitive: true,
  },
  {
    id: 'age_preference',
    type: 'range',
    title: words(
      'What ages would you like to meet?',
      'Quel âge ont les personnes que vous aimeriez rencontrer ?',
    ),
    min: 18,
    max: 30,
    default: [18, 25],
    maxLabel: words('30+', '30 et plus'),
    privacy: words(
      'Your answer and theirs decide who can match. Nobody sees your answer.',
      'Votre réponse et la leur décident des affinités possibles. Personne ne voit votre réponse.',
    ),
    match: { role: 'hard_filter' },
    visibility: 'private',
  },
  {
    id: 'meeting_preference',
    type: 'multi_select',
    title: words('Where would you be happy to meet first?', 'Où aimeriez-vous une première rencontre ?'),
    help: words(
      'Pick any. These shape the places we suggest in an offer.',
      'Choisissez-en autant que vous voulez. Nous en tenons compte pour proposer un lieu dans une invitation.',
    ),
    minSelections: 1,
    options: [
      option('campus_coffee', 'Coffee on campus', 'Un café sur le campus', { activity: 'coffee' }),
      option('campus_walk', 'A walk around campus', 'Une promenade sur le campus', { activity: 'walk' }),
      option('dining_hall', 'A meal in a dining hall', 'Un repas à la cafétéria', { activity: 'meal' }),
      option('study_break', 'A library study break', 'Une pause d’étude à la bibliothèque', {
        activity: 'study',
      }),
      option(
        'campus_event',
        'A campus event or club night',
        'Un événement ou une soirée de club sur le campus',
        { activity: 'event' },
      ),
      option('rec_centre', 'Something active at the rec centre', 'Une activité au centre sportif', {
        activity: 'sport',
      }),
      option('off_campus_cafe', 'A café off campus', 'Un café hors campus', { activity: 'coffee' }),
      option('restaurant', 'A casual restaurant', 'Un restaurant sans façon', { activity: 'meal' }),
      option('gallery_museum', 'A gallery or museum', 'Une galerie ou un musée', { activity: 'arts' }),
      option('park_outdoors', 'A park or the waterfront', 'Un parc ou le bord de l’eau', {
        activity: 'outdoors',
      }),
      option('double_date', 'A group or double date', 'Une sortie en groupe ou à deux couples', {
        activity: 'group',
      }),
      option('video_first', 'A short video call first', 'Un court appel vidéo d’abord', {
        activity: 'online',
      }),
    ],
    match: { role: 'offer_hint', places: true },
    visibility: 'match reason',
  },
  {
    id: 'substances',
    type: 'select_group',
    title: words('A few habits', 'Quelques habitudes'),
    fields: [
      {
        key: 'drinking_preference',
        type: 'single_select',
        label: words('Alcohol', 'Alcool'),
        options: habit("I don't drink", 'Je ne bois pas'),
      },
      {
        key: 'smoking_preference',
        type: 'single_select',
        label: words('Tobacco or vaping', 'Tabac ou vapotage'),
        options: habit("I don't smoke or vape", 'Je ne fume pas et ne vapote pas'),
      },
      {
        key: 'cannabis_preference',
        type: 'single_select',
        label: words('Cannabis', 'Cannabis'),
        options: habit("I don't use cannabis", 'Je n’en consomme pas'),
      },
    ],
    privacy: words(
      'Nobody sees your answers. They count a little, and hide you from people who ruled one out.',
      'Personne ne voit vos réponses. Elles comptent un peu, et vous cachent à qui exclut l’une d’elles.',
    ),
    match: { role: 'soft', by: 'distance', weight: 5 },
    visibility: 'private unless the student shows it',
    sensitive: true,
  },
  {
    id: 'lifestyle_dealbreakers',
    type: 'multi_select',
    title: words('Is any of these a firm no for you?', 'Y a-t-il là un refus catégorique pour vous ?'),
    help: words(
      `We will not suggest anyone who has said one of these about themselves. A change counts at most once in ${firmNoDays} days.`,
      `Nous ne vous proposerons personne dont les réponses disent l’une de ces choses. Un changement compte au plus une fois en ${firmNoDays} jours.`,
    ),
    minSelections: 1,
    options: [
      option('smokes_any', 'Smokes or vapes at all', 'Fume ou vapote, même un peu', {
        checks: [uses('smoking_preference')],
      }),
      option('drinks_any', 'Drinks any alcohol', 'Boit de l’alcool, même un peu', {
        checks: [uses('drinking_preference')],
      }),
      option('drinks_regularly', 'Drinks regularly', 'Boit régulièrement', {
        checks: [uses('drinking_preference', REGULARLY)],
      }),
      option('cannabis_any', 'Uses cannabis at all', 'Consomme du cannabis, même un peu', {
        checks: [uses('cannabis_preference')],
      }),
      option('cannabis_regularly', 'Uses cannabis regularly', 'Consomme régulièrement du cannabis', {
        checks: [uses('cannabis_preference', REGULARLY)],
      }),
      option('casual_only', 'Only wants something casual', 'Ne veut rien de sérieux', {
        checks: [{ they: [{ question: 'intent', has: ['casual_dating'] }] }],
      }),
      option('commitment_now', 'Wants to commit straight away', 'Veut s’engager tout de suite', {
        checks: [
          {
            they: [
              { question: 'intent', has: ['serious_relationship'] },
              { question: 'ideal_relationship_timeline', has: ['ready_now'] },
            ],
          },
        ],
      }),
      option(
        'different_faith',
        'Follows a different religion from mine',
        'A une autre religion que la mienne',
        { checks: differs('religion', RELIGIONS, RELIGION_FAMILIES) },
      ),
      option('parties_most_weekends', 'Parties most weekends', 'Fait la fête presque chaque fin de semaine', {
        checks: PARTIES,
      }),
      option('no_time', 'Has little time outside studying', 'A peu de temps en dehors des études', {
        checks: [{ they: [{ question: 'lifestyle_balance', has: ['studies_first'] }] }],
      }),
      option('online_only', 'Only wants to meet online at first', 'Veut d’abord se voir en ligne seulement', {
        checks: [{ they: [{ question: 'meeting_preference', only: 'video_first' }] }],
      }),
      option('none', 'None of these', 'Rien de tout cela', { exclusive: true }),
    ],
    privacy: words(
      'Your answer and theirs decide who can match. Nobody sees what you picked, and nobody learns why they were not suggested.',
      'Votre réponse et la leur décident des affinités possibles. Personne ne voit vos choix, et personne n’apprend pourquoi il n’y a pas eu de proposition.',
    ),
    match: { role: 'hard_filter', firm: true },
    visibility: 'private',
  },
];
