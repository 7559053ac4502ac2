import { useSyncExternalStore } from 'react';

/** Outside of `flint:`: signing out does not make a device ask again. */
const ASKED = 'flint-alerts-asked';

let isMoment = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isMoment = next;
  for (const listener of listeners) listener();
}

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true; // nothing can be remembered: it would be asked each time
  }
}

/** An offer was sent or accepted: now somebody wants to know how it goes on. */
export const noteAlertMoment = () => {
  if (!wasAsked()) set(true);
};

/** The question is on screen: never again on this device. */
export function noteAsked(): void {
  try {
    localStorage.setItem(ASKED, 'yes');
  } catch {
    // wasAsked() says yes there
  }
}

export const endAlertMoment = () => set(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether it is the moment to ask about alerts. */
export const useAlertMoment = () => useSyncExternalStore(subscribe, () => isMoment);
