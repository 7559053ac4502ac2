import { fail, notOffered } from '../errors';
import { isRegExp, regExpParts } from './values';

/** What PCRE means by them: no other blanks, digits and letters than ASCII's. */
const CLASSES: Readonly<Record<string, string>> = {
  s: ' \\t-\\r',
  S: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}',
  d: '0-9',
  D: '\\0-\\/:-\\u{10ffff}',
  w: '0-9A-Z_a-z',
  W: '\\0-\\/:-@\\[-\\^`\\{-\\u{10ffff}',
};
/** Escapes that mean the same in both. */
const ALIKE = /^(?:[bBtnrfv]|x[0-9a-fA-F]{2}|[1-9])$/;

const unlike = (part: string): never => notOffered(`'${part}' in a regular expression`);

function escape(part: string, inClass: boolean): string {
  const named = part.slice(1);
  const ascii = CLASSES[named];
  if (ascii) return inClass ? ascii : `[${ascii}]`;
  if (ALIKE.test(named)) return inClass && /^[bB1-9]$/.test(named) ? unlike(part) : part;
  // a sign stands for itself; a letter or digit that is none of the above is another engine's
  if (/^[a-z0-9]/i.test(named)) return unlike(part);
  return /[\^$\\.*+?()[\]{}|/-]/.test(named) ? (named === '-' && !inClass ? '-' : part) : named;
}

function sign(part: string, flags: string): string {
  switch (part) {
    case '.':
      return flags.includes('s') ? '[^]' : '[^\\n]';
    case '^':
      return flags.includes('m') ? '(?:(?<![^])|(?<=\\n)(?=[^]))' : '(?<![^])';
    case '$':
      return flags.includes('m') ? '(?![^\\n])' : '(?=\\n?(?![^]))';
    default:
      return part;
  }
}

const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;
const TOKEN =
  /\\x[0-9a-fA-F]{2}|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|\(|[*+?]|\{\d+(?:,\d*)?\}|[^]/gu;

function characterClass(part: string): string {
  const negated = part.startsWith('[^');
  const inner = part.slice(negated ? 2 : 1, -1);
  if (/\[[:.=]/.test(inner)) unlike(part);
  // a bracket in first place is a sign in PCRE, the end in JavaScript
  if (inner.startsWith(']')) unlike(part);
  const body = inner.replace(/\\x[0-9a-fA-F]{2}|\\[^]|\[/gu, (one) =>
    one === '[' ? '\\[' : escape(one, true),
  );
  return `[${negated ? '^' : ''}${body}]`;
}

/** A PCRE pattern as JavaScript writes it; 303 for what JavaScript has no like of, so that nothing matches otherwise. */
function translated(pattern: string, flags: string): string {
  let out = '';
  let quantified = false;
  for (const [part] of pattern.matchAll(TOKEN)) {
    if (flags.includes('x') && /^[\s#]$/.test(part))
      return unlike(part === '#' ? 'a comment' : 'a blank under option x');
    if (QUANTIFIER.test(part)) {
      if (quantified && part === '+') return unlike('a possessive quantifier');
      quantified = true;
      out += part;
      continue;
    }
    quantified = false;
    if (part.length > 1 && part.startsWith('\\')) out += escape(part, false);
    else if (part.length > 1 && part.startsWith('[')) out += characterClass(part);
    else if (part === '{' || part === '}' || part === ']') out += `\\${part}`;
    else out += sign(part, flags);
  }
  return out;
}

/** JavaScript's form of a MongoDB pattern; 51091 for what is no regular expression, 51108 for an unknown option. */
export function toRegExp(value: unknown, options?: unknown): RegExp {
  const own = isRegExp(value) ? regExpParts(value) : { pattern: String(value), options: '' };
  const wanted = options === undefined ? own.options : String(options);
  const unknown = /[^imsxugyd]/.exec(wanted)?.[0];
  if (unknown) fail(51108, `invalid flag in regex options: ${unknown}`);
  if (/\((?:\?(?![:=!]|<[=!])|\*)/.test(own.pattern.replace(/\\[^]|\[(?:\\[^]|[^\]])*\]/g, '')))
    unlike('a group with (? or (*');
  const source = translated(own.pattern, wanted);
  try {
    return new RegExp(source, wanted.includes('i') ? 'iu' : 'u');
  } catch (error) {
    return fail(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : ''}`);
  }
}
