import type { Weight } from './page-weight';

const KIB = 1024;

/**
 * What a student may be made to download: bytes of gzipped script, and script files. Budgets are never times.
 * docs/decisions/019 says where the bytes went, 030 what the federation runtime adds: without the flags that webpack.shared.js sets
 * for it, sign-in is above its budget.
 */
export const BUDGETS = {
  signIn: { scriptBytes: 124 * KIB, files: 10 },
  // with the measuring of real visits (web-vitals, 3.2 KiB), which a slow walk meets and a quick one does not
  journey: { scriptBytes: 270 * KIB },
} as const;

/** Parts of a file name that must not be asked for yet. */
export const NOT_BEFORE_USE: Readonly<Record<'signIn' | 'journey', readonly RegExp[]>> = {
  signIn: [/\/data\.[0-9a-f]+\.js$/, /auth-client/, /Crop/i, /ical/],
  journey: [/crop/i, /compress/i, /ical/],
};

/** The names of the files that came too early. */
export const tooEarly = ({ scripts }: Weight, when: keyof typeof NOT_BEFORE_USE): readonly string[] =>
  scripts.filter((script) => NOT_BEFORE_USE[when].some((pattern) => pattern.test(script)));
