import { useSyncExternalStore } from 'react';

/** Work the remotes hold that is not on the server yet; leaving the page asks first while there is some. */
export function createUnsaved(target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window) {
  let entries: readonly (readonly [key: string, description: string])[] = [];
  const listeners = new Set<() => void>();
  const guard = (event: Event) => event.preventDefault();

  const set = (next: typeof entries) => {
    if (next.length > 0 && entries.length === 0) target.addEventListener('beforeunload', guard);
    if (next.length === 0) target.removeEventListener('beforeunload', guard);
    entries = next;
    for (const listener of listeners) listener();
  };

  return {
    get: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setUnsaved(key: string, description: string | null) {
      const current = entries.find((entry) => entry[0] === key)?.[1] ?? null;
      if (current === description) return;
      const others = entries.filter((entry) => entry[0] !== key);
      set(description === null ? others : [...others, [key, description]]);
    },
    clear: () => set([]),
  };
}

export const unsaved = createUnsaved();

/** Descriptions of the unsaved work, oldest first. */
export const useUnsaved = () => useSyncExternalStore(unsaved.subscribe, unsaved.get);
