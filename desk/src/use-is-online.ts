import { useEffect, useState } from 'react';

/** Whether the browser is online. */
export function useIsOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    const events = ['online', 'offline'] as const;
    for (const name of events) addEventListener(name, look);
    return () => {
      for (const name of events) removeEventListener(name, look);
    };
  }, []);
  return isOnline;
}
