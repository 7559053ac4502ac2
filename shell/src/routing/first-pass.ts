import type { ScreenId } from '@flint/remote-kit';
import { screenOfPath } from './paths';

/** Device key: the questionnaire was completed (spec 3, Stored on the device). */
const DONE_KEY = 'onboarding_completed';

/** Whether the questionnaire was never completed on this device. The other screens are disabled until then. */
export function isFirstPass(): boolean {
  try {
    return localStorage.getItem(DONE_KEY) === null;
  } catch {
    return false;
  }
}

/**
 * The screen that a page of a signed-in student starts with. A student who has completed the questionnaire is led on from the home screen
 * to offers or matches, which are one remote.
 */
export function firstScreenAt(path: string): ScreenId | null {
  const screen = screenOfPath(path);
  return screen === 'onboarding' && localStorage.getItem(DONE_KEY) ? 'offers' : screen;
}

/** Notes that the profile says that the questionnaire was completed, on any device. */
export function endFirstPass(): void {
  try {
    localStorage.setItem(DONE_KEY, 'true');
  } catch {
    // storage is blocked: isFirstPass() is false then
  }
}
