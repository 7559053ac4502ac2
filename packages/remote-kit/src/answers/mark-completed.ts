const DEVICE_KEY = 'onboarding_completed';

/** Notes on this device that the questionnaire was completed (spec 3, Stored on the device). */
export function markCompleted(): void {
  try {
    localStorage.setItem(DEVICE_KEY, 'true');
  } catch {
    // the profile knows it too
  }
}

/** Whether this device saw the questionnaire completed. */
export function isMarkedCompleted(): boolean {
  try {
    return localStorage.getItem(DEVICE_KEY) === 'true';
  } catch {
    return false;
  }
}
