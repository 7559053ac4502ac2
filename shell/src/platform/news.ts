import type { Offer } from '@flint/contracts';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

/** Whether an offer waits for an answer of this student at `now`. */
export const waitsAt = ({ can, proposedDate }: Offer, now: number): boolean =>
  can.accept && Date.parse(proposedDate) > now;

const waiting = createStore(0);

/** Shows the number on the icon of the installed app; some browsers have no badge. */
function showBadge(): void {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  setAppBadge?.call(navigator, waiting.get()).catch(() => undefined);
}
waiting.subscribe(showBadge);
// the icon may show the number of the last visit, and nobody may be signed in now
showBadge();

/** Sets how many offers wait for the student's answer: the navigation, the title and the app's icon show it. */
export const setWaiting = waiting.set;

export const useWaiting = (): number => useSyncExternalStore(waiting.subscribe, waiting.get);

/** The next agreed date of this student. */
export interface NextDate {
  readonly offerId: string;
  readonly name: string;
  readonly photoUrl: string | null;
  /** ISO 8601. */
  readonly time: string;
}

const nextDate = createStore<NextDate | null>(null);

/** Sets the date that the navigation of a wide window shows. */
export const setNextDate = nextDate.set;

export const useNextDate = (): NextDate | null => useSyncExternalStore(nextDate.subscribe, nextDate.get);
