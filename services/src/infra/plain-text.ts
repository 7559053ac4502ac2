import unhomoglyph from 'unhomoglyph';

/** Characters that are invisible: zero-width characters, fillers, direction marks, variation selectors, tags and the blank of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** Scripts that are written with joiners between letters. */
const JOINED =
  'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Mongolian'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('');
/** Joiners of those scripts and of emoji, where they join something. */
const JOINERS = String.raw`(?<=[${JOINED}\p{Extended_Pictographic}\u{FE0F}\u{1F3FB}-\u{1F3FF}])[\u200C\u200D](?=[${JOINED}\p{Extended_Pictographic}])`;
/** Variation selectors of emoji. */
const EMOJI_PARTS = String.raw`(?<=\p{Extended_Pictographic})\uFE0F`;
const KEPT = new RegExp(`(${JOINERS}|${EMOJI_PARTS})`, 'gu');
const NOT_ASCII = /[^\0-\x7f]+/g;

const withoutInvisible = (text: string): string =>
  text
    .split(KEPT)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(INVISIBLE, '')))
    .join('');

/** A text as stored for others to read: compatibility forms become plain letters, invisible characters are removed. */
export const plainText = (text: string): string => withoutInvisible(text.normalize('NFKC')).trim();

/** Whether a reader sees anything: a letter, a digit or a picture. */
export const isVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(text.normalize('NFKC').replace(INVISIBLE, ''));

/** A decimal digit of any script as 0 to 9: Unicode keeps the ten of a script together. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * A text as filters compare it, never shown: lower case, without accents, digits of every script as 0 to 9, look-alike letters replaced
 * (Unicode TR39). ASCII is unchanged, because the TR39 skeleton would take 'm' for 'rn'.
 */
export function lookOf(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, asciiDigit);
  const alike = bare.replace(NOT_ASCII, (letters) => unhomoglyph(letters));
  return alike.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The same look with single letters in a row as one word: 'i n s t a' is 'insta'. */
export const joinedLetters = (look: string): string =>
  look.replace(
    /(?<![\p{L}\p{N}])(?:@ ?)?[\p{L}\p{N}](?:[ ._*-]{1,2}[\p{L}\p{N}](?![\p{L}\p{N}])){3,}/gu,
    (run) => run.replace(/[ ._*-]/g, ''),
  );

/** Whether letters have more marks than any language writes ('zalgo'). */
export const hasStackedMarks = (text: string): boolean => /\p{M}{4}/u.test(text.normalize('NFKC'));
