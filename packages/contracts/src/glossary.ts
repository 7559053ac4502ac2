/** One thing in the interface, and the only word for it in each language. */
export interface Term {
  /** The word in texts, in the singular. */
  readonly en: string;
  /** Beginnings of the French words for it. */
  readonly fr: readonly string[];
  readonly means: string;
  /** Words of other products that ours does not use. */
  readonly not: readonly string[];
}

/**
 * The words of the interface, one for each thing. `scripts/texts/glossary.test.ts` checks every text on screen, in both languages, except
 * for the specification's texts (`wording.ts`).
 */
export const GLOSSARY: readonly Term[] = [
  {
    en: 'match',
    fr: ['affinité'],
    means: 'Someone on one’s list of today: the two fit each other both ways.',
    not: ['candidate', 'prospect'],
  },
  {
    en: 'offer',
    fr: ['invitation', 'invite'],
    means: 'A time, a place and an activity, sent to one match, who accepts, declines or reschedules.',
    not: ['date request', 'bid', 'ping'],
  },
  {
    en: 'call off',
    fr: ['annul'],
    means: 'To end a date that was agreed.',
    not: ['cancel the date', 'revoke', 'abort'],
  },
  {
    en: 'free hour',
    fr: ['heure', 'libre', 'créneau'],
    means: 'An hour of the week that a student has painted.',
    not: ['timeslot', 'booking', 'calendar slot'],
  },
  {
    en: 'sign in',
    fr: ['connect', 'connexion'],
    means: 'To come in with a code from the university email.',
    not: ['log in', 'login', 'log on', 'authenticate', 'authentication'],
  },
  {
    en: 'sign out',
    fr: ['déconnect', 'déconnexion', 'ferme'],
    means: 'To end one’s session here, or on every device.',
    not: ['log out', 'logout', 'log off', 'on all devices'],
  },
  {
    en: 'code',
    fr: ['code'],
    means: 'Six digits that come by email and open the account once.',
    not: ['token', 'passcode', 'OTP', 'PIN', 'magic link', 'credential'],
  },
  {
    en: 'email',
    fr: ['courriel', 'écrire', 'adresse'],
    means: 'A message to the student’s mailbox at the university, or its address.',
    not: ['mail', 'e-mail'],
  },
  {
    en: 'report',
    fr: ['signal', 'rapport'],
    means: 'To tell the safety team what someone did.',
    not: ['complaint', 'flag this', 'ticket'],
  },
  {
    en: 'block',
    fr: ['bloqu', 'bloc'],
    means: 'Two people who never meet each other here again; nobody is told.',
    not: ['ban this', 'mute', 'blacklist'],
  },
  {
    en: 'photo',
    fr: ['photo'],
    means: 'One of up to six pictures on a profile.',
    not: ['snapshot', 'avatar'],
  },
  {
    en: 'list',
    fr: ['liste'],
    means: 'The matches of one day. Students get a new list every morning.',
    not: ['deck', 'stack', 'feed of people', 'pool'],
  },
];

/** British spellings that the interface does not use: it is American. */
export const BRITISH =
  /\b(colour|favourite|centre|organis|recognis|apologis|realis|cancelled|cancelling|travell|grey|programme|neighbour|behaviour|licence|whilst)\w*/i;
