import { useSyncExternalStore } from 'react';

/** From this width on a list and one entry are side by side; the same as in the style sheets, so that it grows with the letters, too. */
const QUERY = '(min-width: 56.25em)';

const listOf = (): MediaQueryList | null => window.matchMedia?.(QUERY) ?? null;

function subscribe(onChange: () => void): () => void {
  const list = listOf();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether the window has room for two panes. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => listOf()?.matches ?? false);
