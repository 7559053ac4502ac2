import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

interface WorkerState {
  /** Activates the new version and reloads the page; null while there is none. */
  readonly update: (() => void) | null;
  /** Whether the last answer came from the cache, since the server did not respond. */
  readonly fromDevice: boolean;
}

const store = createStore<WorkerState>({ update: null, fromDevice: false });

export const setWorkerState = (change: Partial<WorkerState>): void =>
  store.set({ ...store.get(), ...change });

/** Called after every answer: compares, so that one answer of the server is enough to say that it is there again. */
export function noteAnswer(fromDevice: boolean): void {
  if (fromDevice !== store.get().fromDevice) setWorkerState({ fromDevice });
}

export const useWorkerState = (): WorkerState => useSyncExternalStore(store.subscribe, store.get);
