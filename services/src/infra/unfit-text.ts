import { englishDataset, englishRecommendedTransformers, RegExpMatcher, type DataSet } from 'obscenity';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../http/api-error';

type Finding = 'a link' | 'a phone number' | 'a username' | 'an insult';

/** What to say about a text that holds it. */
export const UNFIT: Readonly<Record<Finding, string>> = {
  'a link': message('Please leave out a link.'),
  'a phone number': message('Please leave out a phone number.'),
  'a username': message('Please leave out a username.'),
  'an insult': message('Please leave out an insult.'),
};

/** Part of people's names and of places. */
const IN_NAMES = ['arse', 'ass', 'cock', 'dick', 'tit', 'boob'];
/** Rude, but said among friends: an invitation may hold them. */
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

/** The last two characters of a host's name are enough to know it by; more would make the search quadratic. */
const LINK = /https?:\/\/\S|www\.\S|[\w-]{2}\.(?:com|net|org|io|me|ly|gg|link|app|ca|co|uk|edu)\b/i;
/** Seven digits or more, however they are spaced; a house number or a time is shorter. */
const PHONE = /(?:\+|\b)\d(?:[\s().-]{0,2}\d){6,14}\b/;
/** A calendar date is no phone number. */
const DATE = /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})\b/g;
const HANDLE =
  /(?:^|\s)@[\w.]{3,30}\b|\b(?:insta(?:gram)?|ig|snap(?:chat)?|telegram|whats ?app|tiktok|discord|signal)\s*(?:[:=@]|is\b)\s*@?[\w.]{3,}/i;

/** What is in a text that belongs in no invitation and no name; null for a fit one. */
export function unfitIn(text: string, { isName = false } = {}): Finding | null {
  if (LINK.test(text)) return 'a link';
  if (PHONE.test(text.replace(DATE, ' | '))) return 'a phone number';
  if (HANDLE.test(text)) return 'a username';
  if (!onlyHas(text, isName ? NAMES : MILD)) return 'an insult';
  return null;
}

/** Throws text_unfit, naming each text at its JSON pointer and what is in it; nothing is sent then. */
export function refuseUnfit(texts: Readonly<Record<string, string | undefined>>): void {
  const errors = Object.entries(texts).flatMap(([pointer, text]) => {
    const found = text ? unfitIn(text) : null;
    return found ? [{ pointer, detail: UNFIT[found] }] : [];
  });
  if (errors.length > 0) throw new ApiError('text_unfit', { errors });
}
