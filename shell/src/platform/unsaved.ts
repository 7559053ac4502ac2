import { useSyncExternalStore } from 'react';

type Entry = readonly [key: string, description: string, keptOnDevice: boolean];

/** Work the remotes hold that is not on the server yet; leaving the page asks first while some of it would be lost. */
export function createUnsaved(target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window) {
  let entries: readonly Entry[] = [];
  const listeners = new Set<() => void>();
  const guard = (event: Event) => event.preventDefault();

  const set = (next: typeof entries) => {
    // adding the same listener again changes nothing
    if (next.some(([, , keptOnDevice]) => !keptOnDevice)) target.addEventListener('beforeunload', guard);
    else target.removeEventListener('beforeunload', guard);
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
    setUnsaved(
      key: string,
      description: string | null,
      { keptOnDevice = false }: { readonly keptOnDevice?: boolean } = {},
    ) {
      const current = entries.find((entry) => entry[0] === key)?.[1] ?? null;
      if (current === description) return;
      const others = entries.filter((entry) => entry[0] !== key);
      set(description === null ? others : [...others, [key, description, keptOnDevice]]);
    },
    clear: () => set([]),
  };
}

export const unsaved = createUnsaved();

/** Descriptions of the unsaved work, oldest first. */
export const useUnsaved = () => useSyncExternalStore(unsaved.subscribe, unsaved.get);
