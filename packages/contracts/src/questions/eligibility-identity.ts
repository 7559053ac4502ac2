import type { Entry } from './types';
import { GENDER_WORDS } from './vocabularies';
import { option, words } from './words';

/** Section 'Eligibility and identity' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const ELIGIBILITY_IDENTITY: readonly Entry[] = [
  {
    id: 'bundle_intro',
    type: 'bundle_intro',
    title: words("Let's start with the basics", 'Commençons par l’essentiel'),
    fields: [
      {
        key: 'display_name',
        type: 'text',
        label: words('What should matches call you?', 'Comment souhaitez-vous qu’on vous appelle ?'),
        maxLength: 40,
        required: true,
      },
      {
        key: 'email',
        type: 'email',
        label: words('University email', 'Courriel universitaire'),
        readOnly: true,
      },
      {
        key: 'date_of_birth',
        type: 'date',
        label: words('Date of birth', 'Date de naissance'),
        max: 'today-18y',
        required: true,
        hint: words(
          'You must be 18 or older to use this app',
          'Vous devez avoir au moins 18 ans pour utiliser cette application',
        ),
      },
    ],
    privacy: words(
      'Matches see your name, and your age unless you hide it, never your email or date of birth.',
      'Vos affinités voient votre nom, et votre âge sauf si vous le masquez, jamais votre courriel ni votre date de naissance.',
    ),
    match: { role: 'hard_filter' },
    visibility: 'name and age only',
  },
  {
    id: 'pronouns',
    type: 'single_select',
    title: words('Which pronouns should people use for you?', 'Quels pronoms utiliser pour parler de vous ?'),
    options: [
      option('he_him', 'he/him', 'il'),
      option('she_her', 'she/her', 'elle'),
      option('they_them', 'they/them', 'iel'),
    ],
    allowOther: true,
    otherPlaceholder: words('Your pronouns', 'Vos pronoms'),
    match: { role: 'display' },
    visibility: 'profile',
  },
  {
    id: 'academic_info',
    type: 'single_select',
    title: words('Where are you in your studies?', 'Où en êtes-vous dans vos études ?'),
    options: [
      option('year_1', '1st Year', '1re année'),
      option('year_2', '2nd Year', '2e année'),
      option('year_3', '3rd Year', '3e année'),
      option('year_4_plus', '4th+ Year', '4e année ou plus'),
      option('graduate', 'Graduate Student', 'Cycles supérieurs'),
    ],
    allowOther: true,
    otherPlaceholder: words(
      'For example: exchange, co-op, certificate',
      'Par exemple : échange, stage coop, certificat',
    ),
    match: { role: 'display' },
    visibility: 'profile',
  },
  {
    id: 'gender_identity',
    type: 'single_select',
    title: words('How do you describe your gender?', 'Comment décrivez-vous votre genre ?'),
    help: words(
      'Pick the closest, or use your own words. Used so you are only suggested to people who are looking for someone like you.',
      'Choisissez ce qui s’en approche le plus, ou dites-le dans vos propres mots. Ainsi, nous vous proposons seulement aux personnes qui cherchent quelqu’un comme vous.',
    ),
    options: [option('man', 'Man', 'Homme'), option('woman', 'Woman', 'Femme')],
    allowOther: true,
    otherPlaceholder: words('In your own words', 'Dans vos propres mots'),
    otherDescription: words(
      'Non-binary, agender, genderfluid, Two-Spirit and more',
      'Non binaire, agenre, genre fluide, bispirituel et bien d’autres',
    ),
    otherSuggestions: GENDER_WORDS,
    subField: {
      key: 'shown_to',
      type: 'multi_select',
      showWhen: 'other',
      label: words('Also suggest me to people looking for', 'Me proposer aussi aux personnes qui cherchent'),
      options: [option('men', 'Men', 'Des hommes'), option('women', 'Women', 'Des femmes')],
      default: [],
      required: false,
    },
    privacy: words(
      'Your answer and theirs decide who can match. Never used to rank people.',
      'Votre réponse et la leur décident des affinités possibles. Ne sert jamais à classer les gens.',
    ),
    match: { role: 'hard_filter' },
    visibility: 'profile',
    sensitive: true,
  },
  {
    id: 'major_program',
    type: 'single_select',
    title: words('What are you studying?', 'Qu’étudiez-vous ?'),
    options: [
      option('engineering', 'Engineering', 'Génie'),
      option('commerce', 'Commerce', 'Commerce'),
      option('nursing', 'Nursing', 'Sciences infirmières'),
      option('arts', 'Arts', 'Arts'),
      option('science', 'Science', 'Sciences'),
      option('computer_science', 'Computer Science', 'Informatique'),
      option('kinesiology', 'Kinesiology', 'Kinésiologie'),
      option('health_sci', 'Health Sci', 'Sciences de la santé'),
      option('life_sci', 'Life Sci', 'Sciences de la vie'),
      option('con_ed', 'Con. Ed.', 'Éducation concurrente'),
    ],
    allowOther: true,
    otherPlaceholder: words('Your program', 'Votre programme'),
    match: { role: 'display' },
    visibility: 'profile',
  },
];
