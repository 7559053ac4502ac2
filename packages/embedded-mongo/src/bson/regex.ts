import { fail, notOffered } from '../errors';
import { isRegExp, regExpParts } from './values';

/** As PCRE defines them: only ASCII spaces, digits and letters. */
const CLASSES: Readonly<Record<string, string>> = {
  '\\s': ' \\t-\\r',
  '\\d': '0-9',
  '\\w': '0-9A-Z_a-z',
  '\\S': '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}',
  '\\D': '\\0-\\/:-\\u{10ffff}',
  '\\W': '\\0-\\/:-@\\[-\\^`\\{-\\u{10ffff}',
};
/** The tokens of a pattern: a character, an escape, a class, an anchor, a group, a quantifier. */
const TOKEN = /\\.|\[\^?(?:\\.|[^\]\\[])+\]|\(\?:|\(|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^\\[{]/suy;

const QUANTIFIER = /^(?:[*+?]|\{\d)/;

const refuseDifference = (part: string): never => notOffered(`'${part}' in a regular expression`);

/** JavaScript's form of an escape: an ASCII class, or a literal; refuses those of other engines (303). */
function escape(part: string, inList: boolean): string {
  const ascii = CLASSES[part];
  if (ascii) return inList ? ascii : `[${ascii}]`;
  if (/^\\[bB]$/.test(part) && !inList) return part;
  if (/^\\[tnr]$/.test(part)) return part;
  if (/^\\[a-z0-9]/i.test(part)) return refuseDifference(part);
  return /^\\[\^$\\.*+?()[\]{}|/-]$/.test(part) && (inList || part !== '\\-') ? part : part.slice(1);
}

function translate(part: string, dotAll: boolean): string {
  if (part.startsWith('\\')) return escape(part, false);
  if (part.startsWith('[')) return part.replace(/\\./gsu, (one) => escape(one, true));
  if (part === '.') return dotAll ? '[^]' : '[^\\n]';
  // the end also matches before a final line break
  if (part === '$') return '(?=\\n?(?![^]))';
  return part === '}' || part === ']' ? `\\${part}` : part;
}

/** JavaScript's form of a PCRE pattern; 51091 for an invalid one, 51108 for an unknown option, 303 if there is no equivalent. */
export function toRegExp(value: unknown, options?: unknown): RegExp {
  const own = isRegExp(value) ? regExpParts(value) : { pattern: String(value), options: '' };
  const flags = options === undefined ? own.options : String(options);
  const unknown = /[^imsxugyd]/.exec(flags)?.[0];
  if (unknown) fail(51108, `invalid flag in regex options: ${unknown}`);
  if (/[mx]/.test(flags)) refuseDifference(`option ${flags}`);
  let source = '';
  let before = '';
  for (let at = 0; at < own.pattern.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [part] = TOKEN.exec(own.pattern) ?? refuseDifference(own.pattern.slice(at));
    if (QUANTIFIER.test(part) && (before === '(' || QUANTIFIER.test(before))) refuseDifference(before + part);
    before = part;
    source += translate(part, flags.includes('s'));
  }
  try {
    return new RegExp(source, flags.includes('i') ? 'iu' : 'u');
  } catch (error) {
    return fail(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : ''}`);
  }
}
