import type { Weight } from './page-weight';

const KIB = 1024;

/**
 * Download budgets: bytes of gzipped script, and number of script files. Budgets are never times.
 * docs/decisions/016 explains the bytes.
 */
export const BUDGETS = {
  signIn: { scriptBytes: 145 * KIB, files: 10 },
  // without web-vitals (3.2 KiB), which loads twenty seconds after the first screen
  journey: { scriptBytes: 310 * KIB },
} as const;

/** Patterns of files that must not load yet. */
export const NOT_BEFORE_USE: Readonly<Record<'signIn' | 'journey', readonly RegExp[]>> = {
  signIn: [/remote-kit_src_data_index/, /auth-client/, /Crop/i, /ical/],
  journey: [/crop/i, /compress/i, /ical/],
};

/** The files that loaded too early. */
export const tooEarly = ({ scripts }: Weight, when: keyof typeof NOT_BEFORE_USE): readonly string[] =>
  scripts.filter((script) => NOT_BEFORE_USE[when].some((pattern) => pattern.test(script)));
