import type { ScreenId } from '@flint/remote-kit';
import { screenOfPath } from './paths';

/** The specification's note that the questionnaire was completed (spec 3, Stored on the device). */
const DONE_KEY = 'onboarding_completed';

/** Whether this device has not seen the questionnaire completed: the other screens rest until then. */
export function isFirstPass(): boolean {
  try {
    return localStorage.getItem(DONE_KEY) === null;
  } catch {
    return false;
  }
}

/** The screen a page begins with, for whoever is signed in (a session was read from the same storage): who has answered everything is taken on from the home screen, to offers or matches, which are one remote. */
export function firstScreenAt(path: string): ScreenId | null {
  const screen = screenOfPath(path);
  return screen === 'onboarding' && localStorage.getItem(DONE_KEY) ? 'offers' : screen;
}

/** The profile says that it was completed, on whatever device. */
export function endFirstPass(): void {
  try {
    localStorage.setItem(DONE_KEY, 'true');
  } catch {
    // blocked: nothing rests then
  }
}
