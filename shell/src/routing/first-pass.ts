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

/** The profile says that it was completed, on whatever device. */
export function endFirstPass(): void {
  try {
    localStorage.setItem(DONE_KEY, 'true');
  } catch {
    // blocked: nothing rests then
  }
}
