/**
 * Every separator of lines that Unicode or a runtime knows, NUL, half a surrogate pair, and the mark of byte order. The first two are what a short
 * run tries.
 */
export const HARD_TEXTS = [
  '\u2028',
  '\0',
  '\n',
  '\r',
  '\v',
  '\f',
  '\x1C',
  '\x1D',
  '\x1E',
  '\x85',
  '\u2029',
  '\uFEFF',
  '\uD800',
];
