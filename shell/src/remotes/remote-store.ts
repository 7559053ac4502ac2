import { useSyncExternalStore } from 'react';
import type { RemoteId } from '@flint/remote-kit';
import { ContractMismatch } from './check';
import { loadRemote, type LoadedRemote } from './load';
import { reportFailure, type RemoteFailureCode } from './report';

export type RemoteState =
  /** `after`: the failure a retry is under way for. */
  | { readonly status: 'loading'; readonly after?: RemoteFailureCode }
  | { readonly status: 'ready'; readonly remote: LoadedRemote }
  | { readonly status: 'failed'; readonly code: RemoteFailureCode };

type Load = (id: RemoteId, fresh: boolean) => Promise<LoadedRemote>;

const LOADING: RemoteState = { status: 'loading' };

/** Keeps what is known of each remote. A store and not React.lazy: lazy holds the screen back and cannot retry. */
export function createRemoteStore(load: Load) {
  const states = new Map<RemoteId, RemoteState>();
  const attempts = new Map<RemoteId, number>();
  const listeners = new Set<() => void>();

  const set = (id: RemoteId, state: RemoteState) => {
    states.set(id, state);
    for (const listener of listeners) listener();
  };

  const start = (id: RemoteId, fresh: boolean) => {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    const before = states.get(id);
    set(id, before?.status === 'failed' ? { status: 'loading', after: before.code } : LOADING);
    const settle = (state: RemoteState) => attempts.get(id) === attempt && set(id, state);
    load(id, fresh).then(
      (remote) => settle({ status: 'ready', remote }),
      (error: unknown) => {
        const mismatch = error instanceof ContractMismatch;
        const code = mismatch ? 'remote_contract_mismatch' : 'remote_unavailable';
        reportFailure({ code, remote: id, version: '', error });
        settle({ status: 'failed', code });
      },
    );
  };

  return {
    stateOf: (id: RemoteId): RemoteState => states.get(id) ?? LOADING,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Starts loading unless that happened already; what failed before is tried anew. */
    ensure(id: RemoteId) {
      const state = states.get(id);
      if (!state || state.status === 'failed') start(id, state !== undefined);
    },
    /** Whether nothing is being loaded at this moment. */
    isQuiet: (): boolean => [...states.values()].every(({ status }) => status !== 'loading'),
    /** Whether loading has begun, however it went. */
    isKnown: (id: RemoteId): boolean => states.has(id),
    /** Loads anew, forgetting every earlier attempt. */
    retry: (id: RemoteId) => start(id, true),
  };
}

export type RemoteStore = ReturnType<typeof createRemoteStore>;

/** The remotes of this page. */
export const remotes = createRemoteStore(loadRemote);

/** The state of one remote; the component renders again when it changes. */
export function useRemote(store: RemoteStore, id: RemoteId): RemoteState {
  return useSyncExternalStore(store.subscribe, () => store.stateOf(id));
}
