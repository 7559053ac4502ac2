import { preferenceKeysOf } from '@flint/contracts/questions/preference-keys';
import type { Answers } from '@flint/contracts/questions/types';

/** Logs what the answers derive to (spec 3) in builds for development: the keys are personal, so a student's console never holds them. */
export function logPreferenceKeys(answers: Answers): void {
  if (process.env['NODE_ENV'] !== 'development') return;
  // oxlint-disable-next-line no-console -- development only, as the specification has it
  console.log('[flint] preference keys', JSON.stringify(preferenceKeysOf({ answers })));
}
