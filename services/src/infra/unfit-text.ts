import { message } from '@flint/texts/catalogue';
import { hasStackedMarks, joinedLetters, lookOf } from './plain-text';
import { hasInsult, hasStaffWord } from './unfit-words';

type Finding =
  | 'a link'
  | 'an email address'
  | 'a phone number'
  | 'a username'
  | 'an insult'
  | 'a word of staff'
  | 'stacked marks';

/** Message for each finding. */
export const UNFIT: Readonly<Record<Finding, string>> = {
  'a link': message('Please remove the link.'),
  'an email address': message('Please remove the email address.'),
  'a phone number': message('Please remove the phone number.'),
  'a username': message('Please remove the username.'),
  'an insult': message('Please remove the insult.'),
  'a word of staff': message('Please remove words that only staff use.'),
  'stacked marks': message('Please remove stacked accents.'),
};

/** Message for a text without visible characters. */
export const UNSEEN = message('Please use visible characters.');

const ENDINGS =
  'com|net|org|io|me|ly|gg|links?|app|ca|co|uk|edu|dev|xyz|fr|de|es|pt|br|mx|ch|nl|info|biz|tv|site|online|website|page|bio|social|chat|club|dating|store|shop|blog|lol|wtf|ai|cc|ru|cn|jp';
/** A dot: the character, or a word in brackets or between spaces. */
const DOT = String.raw`(?:\s?\.\s?|\s?[([{<]\s?(?:dot|punkt|point)\s?[)\]}>]\s?|\s(?:dot|punkt)\s)`;
const AT = String.raw`(?:\s?@\s?|\s?[([{<]\s?(?:at|arobase)\s?[)\]}>]\s?|\s(?:at|arobase)\s)`;
const MAILBOXES = 'g ?mail|hotmail|outlook|yahoo|icloud|proton ?mail|proton|gmx|live';

/** Matches a host by the last characters of its name, because more would make the search quadratic; before a path, any ending counts. */
const LINK = new RegExp(
  String.raw`https?:\/\/\S|www\.\S|\w\.[a-z]{2,24}\/[\w@]|[\w-]{2}(?:\.|\s?[([{<]\s?(?:dot|punkt|point)\s?[)\]}>]\s?|\s(?:dot|punkt)\s)(?:${ENDINGS})\b`,
);
/** A mail address, spelled out or not. 'at' counts before a mail service, but not before a library. */
const EMAIL = new RegExp(
  String.raw`[\w-]{2}(?:${AT}(?:${MAILBOXES})\b|(?:@|\s?[([{<]\s?(?:at|arobase)\s?[)\]}>]\s?)[\w-]{2,40}${DOT}[a-z]{2})`,
);
/** Seven digits or more, however spaced; house numbers and times are shorter. */
const PHONE = /(?:\+|\b)\d(?:[\s().,/_*-]{0,3}\d){6,14}\b/;
/** Calendar dates, with or without a time: not phone numbers. A German date without a year needs its time. */
const DATE =
  /\b(?:\d{4}-\d{2}-\d{2}(?:[ t]\d{1,2}:\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{4}|[0-3]?\d\.[01]?\d\. (?:um )?[0-2]?\d[.:][0-5]\d(?![\s().,/_*-]{0,3}\d))\b/g;
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
  cero: '0',
  uno: '1',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  siete: '7',
  ocho: '8',
  nueve: '9',
  null: '0',
  eins: '1',
  zwei: '2',
  drei: '3',
  vier: '4',
  funf: '5',
  sechs: '6',
  sieben: '7',
  acht: '8',
  neun: '9',
  dois: '2',
  quatro: '4',
  seis: '6',
  sete: '7',
  oito: '8',
  nove: '9',
};
/** Letters that stand for digits between digits. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };
const CHINESE_DIGITS = '零一二三四五六七八九';
const DIGIT_WORDS = new RegExp(String.raw`\b(?:${Object.keys(DIGITS).join('|')})\b`, 'g');

const APPS = 'insta(?:gram)?|ig|snap(?:chat)?|telegram|whats ?app|tiktok|discord|signal';
const ENDS_IN_DIGITS = String.raw`[a-z][\w.]{1,24}[\d_][\w.]{0,8}`;
/** A name after '@' or after the name of an app; without a separator the name needs a digit or '_'. */
const HANDLE = new RegExp(
  [
    String.raw`(?:^|[\s(,;:])@[\w.]{3,30}\b`,
    // ann_smith: no word has an underscore
    String.raw`[a-z]_[a-z0-9]`,
    String.raw`\b(?:${APPS})\s*(?:[:=@~>|/]|->|\bis\b|\buser(?:name)?\b|\bhandle\b)\s*@?[\w.]{3,}`,
    String.raw`\b(?:${APPS})(?:\s+[-\u2010-\u2015]\s*|\s*[-\u2010-\u2015]\s+)@?[\w.]{3,}`,
    String.raw`\b(?:${APPS})\s+@?${ENDS_IN_DIGITS}\b`,
    String.raw`\b(?:add|follow|find|text|message|dm|write)\s+me\s+(?:on|at)\s+(?:${APPS})\b`,
  ].join('|'),
);

/** The text with every spelling of a digit as that digit, for phone numbers. */
const inDigits = (text: string): string =>
  lookOf(
    text.replace(/[〇零一二三四五六七八九]/g, (digit) => `${Math.max(0, CHINESE_DIGITS.indexOf(digit))}`),
  )
    .replace(DATE, ' | ')
    .replace(DIGIT_WORDS, (word) => DIGITS[word]!)
    .replace(/[a-z0-9]+/g, (word) =>
      /\d/.test(word) && /^[\doilzsb]+$/.test(word)
        ? word.replace(/[oilzsb]/g, (letter) => LIKE_DIGITS[letter]!)
        : word,
    );

/**
 * Why a text is unfit for invitations and names; null if it is fit. Look-alike letters count as the letters they resemble, and letters with
 * spaces between them as a word.
 */
export function unfitIn(text: string, { isName = false } = {}): Finding | null {
  if (hasStackedMarks(text)) return 'stacked marks';
  const plain = lookOf(text);
  const looks = [...new Set([plain, joinedLetters(plain)])];
  const has = (expression: RegExp) => looks.some((look) => expression.test(look));
  if (has(EMAIL)) return 'an email address';
  if (has(LINK)) return 'a link';
  if (PHONE.test(inDigits(text))) return 'a phone number';
  if (has(HANDLE)) return 'a username';
  if (looks.some((look) => hasInsult(look, isName))) return 'an insult';
  if (isName && looks.some(hasStaffWord)) return 'a word of staff';
  return null;
}
