import { useEffect, useState, type ReactNode } from 'react';

/** A remote that suspends longer has failed, as one whose mount() shows nothing. */
const PATIENCE_MS = 20_000;

/** What is shown while a remote suspends. Throws after PATIENCE_MS, so that the boundary shows the panel. */
export function Overdue({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOver, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) throw new Error(`it suspended for ${PATIENCE_MS} ms`);
  return children;
}
