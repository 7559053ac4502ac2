import { useCallback, useSyncExternalStore } from 'react';

/** A wait that began at a time of the device's clock, in epoch milliseconds. */
export interface Wait {
  readonly since: number;
  readonly seconds: number;
}

/** Whole seconds that are left; 0 if the clock was set back since, because the server decides anyway. */
export function secondsLeft({ since, seconds }: Wait): number {
  const passed = (Date.now() - since) / 1000;
  return passed < 0 ? 0 : Math.max(0, Math.ceil(seconds - passed));
}

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
