import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

/** Outside of `flint:`: signing out does not make a device ask again. */
const ASKED = 'flint-alerts-asked';

const isMoment = createStore(false);

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true; // nothing can be remembered: it would be asked each time
  }
}

/** An offer was sent or accepted: now somebody wants to know how it goes on. */
export const noteAlertMoment = () => {
  if (!wasAsked()) isMoment.set(true);
};

/** The question is on screen: never again on this device. */
export function noteAsked(): void {
  try {
    localStorage.setItem(ASKED, 'yes');
  } catch {
    // wasAsked() says yes there
  }
}

export const endAlertMoment = () => isMoment.set(false);

/** Whether it is the moment to ask about alerts. */
export const useAlertMoment = () => useSyncExternalStore(isMoment.subscribe, isMoment.get);
