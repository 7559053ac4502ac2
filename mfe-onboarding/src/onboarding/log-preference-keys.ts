import type { Availability } from '@flint/contracts';
import { preferenceKeysOf } from '@flint/contracts/questions/preference-keys';
import type { Answers } from '@flint/contracts/questions/types';

/** Logs the keys derived from the answers and the week (spec 3), in development builds only: they are personal and must not reach a student's console. */
export function logPreferenceKeys(answers: Answers, availability: Availability | null): void {
  if (process.env['NODE_ENV'] !== 'development') return;
  // oxlint-disable-next-line no-console -- development only, as the specification has it
  console.log('[flint] preference keys', JSON.stringify(preferenceKeysOf({ answers, availability })));
}
