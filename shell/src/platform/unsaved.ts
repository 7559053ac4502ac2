import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

type Entry = readonly [key: string, description: string, keptOnDevice: boolean];

/** Work of the remotes that is not on the server yet. Leaving the page asks first while some of it would be lost. */
export function createUnsaved(target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window) {
  const { get, set: setEntries, subscribe } = createStore<readonly Entry[]>([]);
  const guard = (event: Event) => event.preventDefault();

  const set = (next: readonly Entry[]) => {
    // adding the same listener again changes nothing
    if (next.some(([, , keptOnDevice]) => !keptOnDevice)) target.addEventListener('beforeunload', guard);
    else target.removeEventListener('beforeunload', guard);
    setEntries(next);
  };

  return {
    get,
    subscribe,
    setUnsaved(
      key: string,
      description: string | null,
      { keptOnDevice = false }: { readonly keptOnDevice?: boolean } = {},
    ) {
      const [, current = null, isKept] = get().find((entry) => entry[0] === key) ?? [];
      if (current === description && (current === null || isKept === keptOnDevice)) return;
      const others = get().filter((entry) => entry[0] !== key);
      set(description === null ? others : [...others, [key, description, keptOnDevice]]);
    },
    clear: () => set([]),
  };
}

export const unsaved = createUnsaved();

/** Descriptions of the unsaved work, oldest first. */
export const useUnsaved = () => useSyncExternalStore(unsaved.subscribe, unsaved.get);
