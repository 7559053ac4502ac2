import { useCallback, useSyncExternalStore } from 'react';

const TICK_MS = 250;

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** Whole seconds until an instant, counting down to 0; correct at once after the tab was suspended. */
export function useSecondsUntil(at: number): number {
  const read = useCallback(() => Math.max(0, Math.ceil((at - Date.now()) / 1000)), [at]);
  return useSyncExternalStore(everyTick, read);
}
