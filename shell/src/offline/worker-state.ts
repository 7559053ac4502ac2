import { useSyncExternalStore } from 'react';

interface WorkerState {
  /** Takes the new version over and loads the page anew; null while there is none. */
  readonly update: (() => void) | null;
  /** Whether the last answer was one the device remembers, as the server did not reply. */
  readonly fromDevice: boolean;
}

let state: WorkerState = { update: null, fromDevice: false };
const listeners = new Set<() => void>();

/** Says something new about the worker. */
export function setWorkerState(change: Partial<WorkerState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useWorkerState = (): WorkerState => useSyncExternalStore(subscribe, () => state);
