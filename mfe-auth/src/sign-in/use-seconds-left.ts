import { useCallback, useSyncExternalStore } from 'react';
import { secondsLeft, type Wait } from './pending-code';

const TICK_MS = 250;

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** Whole seconds of a wait, counting down to 0; correct at once after the tab was suspended. */
export function useSecondsLeft(wait: Wait): number {
  const read = useCallback(() => secondsLeft(wait), [wait]);
  return useSyncExternalStore(everyTick, read);
}
