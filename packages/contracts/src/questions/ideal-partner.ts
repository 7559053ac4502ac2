import { OPPOSITE_SLEEP, PARTIES } from './checks';
import { FIRST_DATES } from './dates';
import type { Entry } from './types';
import { TRAITS, HOBBIES, SOCIAL, GREEN_FLAGS } from './vocabularies';
import { option, words } from './words';

const ACTIVE_HOBBIES = HOBBIES.flatMap(({ value, group }) => (group === 'active' ? [value] : []));

/** Section 'Ideal partner' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const IDEAL_PARTNER: readonly Entry[] = [
  {
    id: 'ideal_personality_traits',
    type: 'limited_chips',
    title: words('Which traits draw you in?', 'Quels traits vous attirent ?'),
    maxSelections: 5,
    options: TRAITS,
    match: {
      role: 'soft',
      by: 'overlap',
      of: 'personality_type',
      weight: 8,
      reason: { text: words('As you hope: {labels}', 'Comme espéré : {labels}') },
    },
    visibility: 'private',
  },
  {
    id: 'ideal_hobbies_interests',
    type: 'limited_chips',
    title: words('What would you love to do together?', 'Qu’aimeriez-vous faire à deux ?'),
    maxSelections: 8,
    options: HOBBIES,
    match: { role: 'soft', by: 'overlap', of: 'hobbies_interests', weight: 6 },
    visibility: 'private',
  },
  {
    id: 'ideal_green_flags',
    type: 'limited_chips',
    title: words('What do you notice and like in someone?', 'Qu’est-ce qui vous plaît chez quelqu’un ?'),
    maxSelections: 4,
    options: GREEN_FLAGS,
    match: { role: 'soft', by: 'overlap', of: 'green_flags_self', weight: 8 },
    visibility: 'private',
  },
  {
    id: 'ideal_red_flags',
    type: 'limited_chips',
    title: words('What tends to put you off?', 'Qu’est-ce qui vous refroidit ?'),
    maxSelections: 4,
    options: [
      option('runs_late', 'Is usually late', 'Arrive souvent en retard'),
      option('slow_replier', 'Takes ages to reply', 'Met du temps à répondre'),
      option('cancels_last_minute', 'Cancels at the last minute', 'Annule à la dernière minute'),
      option('overcommits', 'Is always overbooked', 'A un horaire toujours trop chargé'),
      option('avoids_hard_talks', 'Avoids difficult conversations', 'Évite les conversations difficiles'),
      option('gets_heated', 'Gets heated in arguments', 'S’emporte dans les disputes'),
      option('jealous', 'Gets jealous easily', 'Cède vite à la jalousie'),
      option('phone_attached', 'Is always on their phone', 'Ne lâche pas son téléphone'),
      option('slow_to_open_up', 'Is very hard to read', 'Se laisse difficilement deviner'),
      option('indecisive', 'Can never decide', 'N’arrive jamais à choisir'),
      option('competitive', 'Makes everything a competition', 'Fait de tout une compétition'),
      option('untidy', 'Is very untidy', 'Laisse tout en désordre'),
      option('overspends', 'Is careless with money', 'Dépense sans compter'),
      option('holds_on', 'Holds grudges', 'Garde rancune'),
      option('overthinks', 'Overthinks everything', 'Réfléchit trop à tout'),
      option('talks_over', 'Talks over people', 'Coupe la parole'),
      option('rude_to_staff', 'Is rude to staff', 'Manque de respect au personnel', { scored: false }),
      option('pushes_boundaries', 'Pushes past a no', 'N’accepte pas un non', { scored: false }),
      option('only_talks_self', 'Only talks about themselves', 'Ne parle que de soi', { scored: false }),
      option('puts_others_down', 'Puts other people down', 'Rabaisse les autres', { scored: false }),
      option('no_preference', 'Nothing in particular', 'Rien en particulier', { exclusive: true }),
    ],
    match: { role: 'soft', by: 'overlap', of: 'red_flags_self', weight: 8, unwanted: true },
    visibility: 'private',
  },
  {
    id: 'ideal_first_date',
    type: 'limited_chips',
    title: words('Your ideal first date?', 'Votre premier rendez-vous idéal ?'),
    maxSelections: 3,
    options: FIRST_DATES,
    // what both chose is suggested as an activity, and would stand beside itself as a reason
    match: { role: 'soft', by: 'overlap', activities: true, weight: 3 },
    visibility: 'match reason',
  },
  {
    id: 'preferred_love_languages',
    type: 'limited_chips',
    title: words('What makes you feel cared for?', 'Qu’est-ce qui vous fait sentir qu’on tient à vous ?'),
    maxSelections: 2,
    options: [
      option('words', 'Kind words', 'Des mots gentils'),
      option('quality_time', 'Undivided time together', 'Du temps rien que pour nous deux'),
      option('acts', 'Helpful gestures', 'Des coups de main'),
      option('gifts', 'Thoughtful little gifts', 'De petits cadeaux bien pensés'),
      option('touch', 'Physical affection', 'Des gestes d’affection'),
      option('shared_growth', 'Learning or building something together', 'Apprendre ou bâtir à deux'),
      option('unsure', 'I am not sure yet', 'Je ne sais pas encore', { exclusive: true }),
    ],
    match: {
      role: 'soft',
      by: 'overlap',
      weight: 3,
      reason: { text: words('You both value {labels}', 'Ce qui vous touche : {labels}'), most: 1 },
    },
    visibility: 'match reason',
  },
  {
    id: 'ideal_relationship_timeline',
    type: 'single_select',
    title: words('What pace feels right?', 'Quel rythme vous convient ?'),
    options: [
      option('no_relationship', 'Not looking for a relationship', 'Pas de relation pour le moment', {
        rank: 0,
      }),
      option('date_by_date', 'One date at a time', 'Un rendez-vous à la fois', { rank: 1 }),
      option(
        'few_months',
        'Get to know each other over a few months',
        'Faire connaissance pendant quelques mois',
        { rank: 2 },
      ),
      option('exclusive_if_click', 'Exclusive soon if it clicks', 'Vite l’exclusivité si ça clique', {
        rank: 3,
      }),
      option('ready_now', 'Ready for a relationship now', 'Une relation dès maintenant', { rank: 4 }),
      option('unsure', 'I am not sure yet', 'Je ne sais pas encore', { rank: null }),
    ],
    match: {
      role: 'soft',
      by: 'rank',
      weight: 5,
      reason: { text: words('The same pace suits you both', 'Le même rythme vous convient'), topic: 'pace' },
    },
    visibility: 'match reason',
  },
  {
    id: 'ideal_social_preferences',
    type: 'limited_chips',
    title: words(
      'What would you like them to enjoy socially?',
      'Qu’aimeriez-vous que cette personne apprécie en société ?',
    ),
    maxSelections: 4,
    options: SOCIAL,
    match: {
      role: 'soft',
      by: 'overlap',
      of: 'social_preferences_self',
      weight: 7,
      opposites: [
        ['big_gatherings', 'quiet_places'],
        ['recharge_alone', 'recharge_people'],
        ['planned_ahead', 'spontaneous_plans'],
        ['early_mornings', 'late_nights'],
        ['quiet_places', 'busy_places'],
      ],
      reason: { text: words('As you hope: {labels}', 'Comme espéré : {labels}') },
    },
    visibility: 'private',
  },
  {
    id: 'ideal_core_value',
    type: 'single_select',
    title: words('Which value matters most in a partner?', 'Quelle valeur compte le plus chez l’autre ?'),
    options: [
      option('honesty', 'Honesty', 'L’honnêteté'),
      option('kindness', 'Kindness', 'La gentillesse'),
      option('loyalty', 'Loyalty', 'La loyauté'),
      option('ambition', 'Ambition', 'L’ambition'),
      option('curiosity', 'Curiosity', 'La curiosité'),
      option('humour', 'Humour', 'L’humour'),
      option('family', 'Family', 'La famille'),
      option('faith', 'Faith', 'La foi'),
      option('independence', 'Independence', 'L’indépendance'),
      option('growth', 'Growth', 'L’envie de grandir'),
      option('adventure', 'Adventure', 'L’aventure'),
      option('fairness', 'Fairness', 'La justice'),
      option('balance', 'Balance', 'L’équilibre'),
      option('community', 'Community', 'La communauté'),
    ],
    match: { role: 'soft', by: 'tag', of: 'relationship_strengths_self', otherwise: 0.4, weight: 4 },
    visibility: 'private',
  },
  {
    id: 'ideal_lifestyle_dealbreakers',
    type: 'limited_chips',
    title: words(
      'What would be hard to live with over time?',
      'Avec quoi serait-il difficile de vivre à la longue ?',
    ),
    help: words('A preference, not a filter.', 'C’est une préférence, pas un filtre.'),
    maxSelections: 4,
    options: [
      option('always_late', 'Never on time', 'N’être jamais à l’heure', {
        checks: [{ they: [{ question: 'red_flags_self', has: ['runs_late'] }] }],
      }),
      option('last_minute_cancel', 'Cancelling at the last minute', 'Annuler à la dernière minute', {
        checks: [{ they: [{ question: 'red_flags_self', has: ['cancels_last_minute'] }] }],
      }),
      option('always_on_phone', 'Always on their phone', 'Être toujours au téléphone', {
        checks: [{ they: [{ question: 'red_flags_self', has: ['phone_attached'] }] }],
      }),
      option('messy_space', 'A very messy space', 'Un grand désordre', {
        checks: [{ they: [{ question: 'red_flags_self', has: ['untidy'] }] }],
      }),
      option('money_careless', 'Being careless with money', 'Dépenser sans compter', {
        checks: [{ they: [{ question: 'red_flags_self', has: ['overspends'] }] }],
      }),
      option('opposite_sleep', 'Opposite sleep schedules', 'Des heures de sommeil opposées', {
        checks: OPPOSITE_SLEEP,
      }),
      option('out_every_night', 'Out almost every night', 'Sortir presque tous les soirs', {
        checks: PARTIES,
      }),
      option('never_goes_out', 'Almost never going out', 'Ne presque jamais sortir', {
        checks: [
          {
            they: [
              { question: 'weekend_style_self', has: ['home_cosy'] },
              { question: 'social_preferences_self', has: ['recharge_alone'] },
              { question: 'social_preferences_self', lacks: ['big_gatherings'] },
            ],
          },
        ],
      }),
      option('never_active', 'No interest in being active', 'Aucune envie de bouger', {
        checks: [{ they: [{ question: 'hobbies_interests', lacks: ACTIVE_HOBBIES }] }],
      }),
      option('wants_children', "Wanting children when I don't", 'Vouloir des enfants, et moi non', {
        checks: [{ they: [{ question: 'ideal_lifestyle_dealbreakers', has: ['no_children'] }], counts: 2 }],
      }),
      option('no_children', 'Not wanting children when I do', 'Ne pas vouloir d’enfants, et moi oui', {
        checks: [
          { they: [{ question: 'ideal_lifestyle_dealbreakers', has: ['wants_children'] }], counts: 2 },
        ],
      }),
      option('far_apart', 'Living far apart after graduation', 'Vivre à distance après les études', {
        scored: false,
      }),
      option('politics_apart', 'Very different politics', 'Des idées politiques très différentes', {
        scored: false,
      }),
      option('none', 'None of these', 'Rien de tout cela', { exclusive: true }),
    ],
    match: { role: 'soft', by: 'checks', of: 'red_flags_self', weight: 6 },
    visibility: 'private',
  },
];
