import { useSyncExternalStore } from 'react';

/** From this width on a list and one entry are side by side; the same as in SplitView. */
const QUERY = '(min-width: 900px)';

const listOf = (): MediaQueryList | null => window.matchMedia?.(QUERY) ?? null;

function subscribe(onChange: () => void): () => void {
  const list = listOf();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether the window has room for two panes. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => listOf()?.matches ?? false);
