const DEVICE_KEY = 'onboarding_completed';

/** Stores on this device that the questionnaire was completed (spec 3, Stored on the device). */
export function markCompleted(): void {
  try {
    localStorage.setItem(DEVICE_KEY, 'true');
  } catch {
    // the profile also has this
  }
}

/** Whether this device has stored that the questionnaire was completed. */
export function isMarkedCompleted(): boolean {
  try {
    return localStorage.getItem(DEVICE_KEY) === 'true';
  } catch {
    return false;
  }
}
