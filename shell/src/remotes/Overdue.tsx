import { useEffect, useState, type ReactNode } from 'react';
import { REMOTE_MS } from '../time-limit';

/** What is shown while a remote suspends. Throws after REMOTE_MS, so that the boundary shows the panel. */
export function Overdue({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOver, REMOTE_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) throw new Error(`it suspended for ${REMOTE_MS} ms`);
  return children;
}
