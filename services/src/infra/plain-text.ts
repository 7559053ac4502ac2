import unhomoglyph from 'unhomoglyph';

/** Characters that are invisible: zero-width characters, fillers, direction marks, variation selectors and tags. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
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

/**
 * A text as filters compare it, never shown: lower case, without accents, look-alike letters replaced (Unicode TR39). ASCII is unchanged,
 * because the TR39 skeleton would take 'm' for 'rn'.
 */
export function lookOf(text: string): string {
  const bare = text.normalize('NFKC').replace(INVISIBLE, '');
  const alike = bare.replace(NOT_ASCII, (letters) => unhomoglyph(letters));
  return alike.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
