import { MINUTE_MS } from '@flint/contracts/time';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The current time in milliseconds, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const midnight = () => new Date().setHours(0, 0, 0, 0);
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
};

/** Midnight at the start of the reader's day. A component renders again when the day changes, also a memoized one. */
export const useToday = (): number => useSyncExternalStore(everyMinute, midnight);
