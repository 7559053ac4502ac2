import type { Offer } from '@flint/contracts';
import { createStore } from '@flint/remote-kit/store';
import { useEffect, useSyncExternalStore } from 'react';

/** Whether an offer waits for an answer of this student at `now`, also at an hour that a date of theirs has taken. */
export const waitsAt = ({ can, proposedDate }: Offer, now: number): boolean =>
  can.decline && Date.parse(proposedDate) > now;

const waiting = createStore(0);

/** Sets how many offers wait for the student's answer: the navigation, the title and the app's icon show it. */
export const setWaiting = waiting.set;

export const useWaiting = (): number => useSyncExternalStore(waiting.subscribe, waiting.get);

/** Shows the number on the icon of the installed app, which has that of the last visit at first; some browsers have no badge. */
export function useBadge(): void {
  const count = useWaiting();
  useEffect(() => {
    const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
    setAppBadge?.call(navigator, count).catch(() => undefined);
  }, [count]);
}

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
