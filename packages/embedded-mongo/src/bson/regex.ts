import { fail } from '../errors';
import { isRegExp, regExpParts } from './values';

// option x: blanks and comments outside of classes are no part of the pattern
const extended = (pattern: string) =>
  pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) => (/^[\s#]/.test(part) ? '' : part));

/** JavaScript's form of a MongoDB pattern; 51091 for what is no regular expression, 51108 for an unknown option. */
export function toRegExp(value: unknown, options?: unknown): RegExp {
  const own = isRegExp(value) ? regExpParts(value) : { pattern: String(value), options: '' };
  const wanted = options === undefined ? own.options : String(options);
  const unknown = /[^imsxugyd]/.exec(wanted)?.[0];
  if (unknown) fail(51108, `invalid flag in regex options: ${unknown}`);
  const source = wanted.includes('x') ? extended(own.pattern) : own.pattern;
  const flags = ['i', 'm', 's'].filter((flag) => wanted.includes(flag)).join('');
  const unicode = /\\p\{|[\ud800-\udfff]/.test(source) ? 'u' : '';
  try {
    return new RegExp(source, flags + unicode);
  } catch (error) {
    return fail(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : ''}`);
  }
}
