import { clockAhead, MINUTE_MS } from '@flint/contracts/time';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** Milliseconds by which the server's clock is ahead of a wrong clock of the device. */
const ahead = createStore(0);

/** Compares the device's clock with the server's, by an answer to a request of `began`. */
export function compareClocks(response: Response, began: number): void {
  const by = clockAhead(response, began);
  // the browser's cache may have an hour-old answer where the server allows it
  if (by === null || response.headers.get('cache-control')?.includes('max-age')) return;
  // in minutes, because each answer took other seconds
  ahead.set(Math.round(by / MINUTE_MS) * MINUTE_MS);
}

/** The current time in milliseconds. The server's clock decides: the device's may be wrong. */
export const serverNow = (): number => Date.now() + ahead.get();

/** The same, updated every minute. */
export function useNow(): number {
  const by = useSyncExternalStore(ahead.subscribe, ahead.get);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now + by;
}

const midnight = () => new Date(serverNow()).setHours(0, 0, 0, 0);
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, MINUTE_MS);
  const stop = ahead.subscribe(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
};

/** Midnight at the start of the reader's day. A component renders again when the day changes, also a memoized one. */
export const useToday = (): number => useSyncExternalStore(everyMinute, midnight);
