import { useSyncExternalStore } from 'react';

let waiting = 0;
const listeners = new Set<() => void>();

/** How many offers wait for the student's answer, for the navigation, the title and the app's icon. */
export function setWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  for (const listener of listeners) listener();
  // the icon of the installed app; browsers without one have no such function
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  setAppBadge?.call(navigator, count).catch(() => undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useWaiting = (): number => useSyncExternalStore(subscribe, () => waiting);
