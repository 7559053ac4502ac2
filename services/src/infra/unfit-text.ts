import { englishDataset, englishRecommendedTransformers, RegExpMatcher, type DataSet } from 'obscenity';
import { message } from '@flint/texts/catalogue';
import { lookOf } from './plain-text';

type Finding = 'a link' | 'an email address' | 'a phone number' | 'a username' | 'an insult';

/** Message for each finding. */
export const UNFIT: Readonly<Record<Finding, string>> = {
  'a link': message('Please leave out a link.'),
  'an email address': message('Please leave out an email address.'),
  'a phone number': message('Please leave out a phone number.'),
  'a username': message('Please leave out a username.'),
  'an insult': message('Please leave out an insult.'),
};

/** Message for a text without visible characters. */
export const UNSEEN = message('Use letters that others can see.');

/** Words that also occur in names of people and places. */
const IN_NAMES = ['arse', 'ass', 'cock', 'dick', 'tit', 'boob'];
/** Rude words common among friends: allowed in invitations. */
const MILD: ReadonlySet<string> = new Set([
  ...IN_NAMES,
  'bastard',
  'damn',
  'fuck',
  'hell',
  'piss',
  'shit',
  'turd',
]);

const NAMES: ReadonlySet<string> = new Set(IN_NAMES);

const matcherOf = (list: typeof englishDataset) =>
  new RegExpMatcher({ ...list.build(), ...englishRecommendedTransformers });

const all = matcherOf(englishDataset);
const words: DataSet<{ originalWord: string }> = englishDataset;

const onlyHas = (text: string, allowed: ReadonlySet<string>): boolean =>
  all
    .getAllMatches(text)
    .every((match) =>
      allowed.has(words.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? ''),
    );

const ENDINGS = 'com|net|org|io|me|ly|gg|link|app|ca|co|uk|edu|dev|xyz|fr|de';
/** A dot: the character, or a word in brackets or between spaces. */
const DOT = String.raw`(?:\s?\.\s?|\s?[([{<]\s?(?:dot|punkt|point)\s?[)\]}>]\s?|\s(?:dot|punkt)\s)`;
const AT = String.raw`(?:\s?@\s?|\s?[([{<]\s?(?:at|arobase)\s?[)\]}>]\s?|\s(?:at|arobase)\s)`;
const MAILBOXES = 'g ?mail|hotmail|outlook|yahoo|icloud|proton ?mail|proton|gmx|live';

/** Matches a host by the last two characters of its name; more would make the search quadratic. */
const LINK = new RegExp(
  String.raw`https?:\/\/\S|www\.\S|[\w-]{2}(?:\.|\s?[([{<]\s?(?:dot|punkt|point)\s?[)\]}>]\s?|\s(?:dot|punkt)\s)(?:${ENDINGS})\b`,
);
/** A mail address, spelled out or not. 'at' counts before a mail service, but not before a library. */
const EMAIL = new RegExp(
  String.raw`[\w-]{2}(?:${AT}(?:${MAILBOXES})\b|(?:@|\s?[([{<]\s?(?:at|arobase)\s?[)\]}>]\s?)[\w-]{2,40}${DOT}[a-z]{2})`,
);
/** Seven digits or more, however spaced; house numbers and times are shorter. */
const PHONE = /(?:\+|\b)\d(?:[\s().,/_*-]{0,3}\d){6,14}\b/;
/** Calendar dates, with or without a time: not phone numbers. */
const DATE = /\b(?:\d{4}-\d{2}-\d{2}(?:[ t]\d{1,2}:\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{4})\b/g;
const DIGITS: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  un: '1',
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  neuf: '9',
};
const DIGIT_WORDS = new RegExp(String.raw`\b(?:${Object.keys(DIGITS).join('|')})\b`, 'g');

const APPS = 'insta(?:gram)?|ig|snap(?:chat)?|telegram|whats ?app|tiktok|discord|signal';
const ENDS_IN_DIGITS = String.raw`[a-z][\w.]{1,24}[\d_][\w.]{0,8}`;
/** A name after '@' or after the name of an app; without a separator the name needs a digit or '_'. */
const HANDLE = new RegExp(
  [
    String.raw`(?:^|[\s(,;:])@[\w.]{3,30}\b`,
    String.raw`\b(?:${APPS})\s*(?:[:=@~>|/]|->|\bis\b|\buser(?:name)?\b|\bhandle\b)\s*@?[\w.]{3,}`,
    String.raw`\b(?:${APPS})(?:\s+[-\u2010-\u2015]\s*|\s*[-\u2010-\u2015]\s+)@?[\w.]{3,}`,
    String.raw`\b(?:${APPS})\s+@?${ENDS_IN_DIGITS}\b`,
    String.raw`\b(?:add|follow|find|text|message|dm|write)\s+me\s+(?:on|at)\s+(?:${APPS})\b`,
  ].join('|'),
);

/** Why a text is unfit for invitations and names; null if it is fit. Look-alike letters count as the letters they resemble. */
export function unfitIn(text: string, { isName = false } = {}): Finding | null {
  const look = lookOf(text);
  const inDigits = look.replace(DATE, ' | ').replace(DIGIT_WORDS, (word) => DIGITS[word]!);
  if (EMAIL.test(look)) return 'an email address';
  if (LINK.test(look)) return 'a link';
  if (PHONE.test(inDigits)) return 'a phone number';
  if (HANDLE.test(look)) return 'a username';
  if (!onlyHas(look, isName ? NAMES : MILD)) return 'an insult';
  return null;
}
