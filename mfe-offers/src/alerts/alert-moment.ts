import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

/** Without the prefix `flint:`, so that a device does not ask again after sign-out. */
const ASKED = 'flint-alerts-asked';

const isMoment = createStore(false);

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true; // nothing can be stored: the question would come back each time
  }
}

/** Called when an offer was sent or accepted: now the student has a reason to want alerts. */
export const recordAlertMoment = () => {
  if (!wasAsked()) isMoment.set(true);
};

/** Called when the question is shown: this device never asks again. */
export function recordAsked(): void {
  try {
    localStorage.setItem(ASKED, 'yes');
  } catch {
    // wasAsked() returns true there
  }
}

export const endAlertMoment = () => isMoment.set(false);

/** Whether to ask about alerts now. */
export const useAlertMoment = () => useSyncExternalStore(isMoment.subscribe, isMoment.get);
