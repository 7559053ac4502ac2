import type { RemoteId } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';
import { reportCrash } from '../telemetry/report-crash';
import { ContractMismatch } from './check';
import type { Release } from './choose';
import { loadRemote, pageNews, versionOf, type LoadedRemote } from './registry';
import { newRequestId, type RemoteFailureCode } from './report';

/** A failure, as shown to the student and in reports. */
export interface Failure {
  readonly code: RemoteFailureCode;
  readonly version: string;
  readonly request: string;
}

export type RemoteState =
  /** `after`: the failure that is being retried. */
  | { readonly status: 'loading'; readonly after?: Failure }
  | { readonly status: 'ready'; readonly remote: LoadedRemote; readonly request: string }
  | { readonly status: 'failed'; readonly failure: Failure };

type Load = (id: RemoteId, fresh: boolean) => Promise<LoadedRemote>;

/** How an open page learns of new releases. */
interface News {
  look(inUse: readonly (readonly [RemoteId, Release])[]): Promise<void>;
  hasNewer(id: RemoteId, release: Release): boolean;
}

const LOADING: RemoteState = { status: 'loading' };
const NO_NEWS: News = { look: () => Promise.resolve(), hasNewer: () => false };

/** Stores the state of each remote. Not React.lazy, which suspends the screen and cannot retry. */
export function createRemoteStore(load: Load, news: News = NO_NEWS) {
  /** State of each remote. An attempt counts only if it set the state last. */
  const states = createStore<ReadonlyMap<RemoteId, RemoteState>>(new Map());
  const stateNow = (id: RemoteId) => states.get().get(id);
  const set = (id: RemoteId, state: RemoteState) => states.set(new Map(states.get()).set(id, state));

  const failureOf = (id: RemoteId, request: string, error: unknown): Failure => {
    // every federation runtime uses a form of "satisfy" for a version of a shared package that does not fit
    const isMisfit = error instanceof ContractMismatch || /satisf/i.test(String(error));
    const code = isMisfit ? 'remote_contract_mismatch' : 'remote_unavailable';
    const version = versionOf(id);
    reportCrash({ code, remote: id, version, request, error });
    return { code, version, request };
  };

  const start = (id: RemoteId, fresh: boolean, replaced?: RemoteState) => {
    const request = newRequestId();
    const before = stateNow(id);
    const waiting: RemoteState = {
      status: 'loading',
      ...(before?.status === 'failed' && { after: before.failure }),
    };
    set(id, waiting);
    const settle = (state: RemoteState) => stateNow(id) === waiting && set(id, state);
    load(id, fresh).then(
      (remote) => settle({ status: 'ready', remote, request }),
      (error: unknown) => {
        const failure = failureOf(id, request, error);
        settle(replaced ?? { status: 'failed', failure });
      },
    );
  };

  const hasNewer = (id: RemoteId): boolean => {
    const state = stateNow(id);
    return state?.status === 'ready' && news.hasNewer(id, state.remote.release);
  };

  return {
    stateOf: (id: RemoteId): RemoteState => stateNow(id) ?? LOADING,
    /** All states; each change replaces the map. */
    states: states.get,
    subscribe: states.subscribe,
    /** Whether the next visit uses a newer release. */
    hasNewer,
    /**
     * Called at each visit to a screen of the remote: loads it the first time, retries a failure, and loads a newer release; if that fails,
     * the current one stays.
     */
    ensure(id: RemoteId) {
      const state = stateNow(id);
      if (!state || state.status === 'failed') start(id, state !== undefined);
      else if (hasNewer(id)) start(id, false, state);
    },
    /** Checks for new releases. */
    look() {
      const inUse = [...states.get()].flatMap(([id, state]) =>
        state.status === 'ready' ? [[id, state.remote.release] as const] : [],
      );
      void news.look(inUse);
    },
    /** Stores a remote that was preloaded, so that the first visit shows it at once. */
    adopt(id: RemoteId, remote: LoadedRemote) {
      if (!stateNow(id)) set(id, { status: 'ready', remote, request: newRequestId() });
    },
    /** Whether no remote is being loaded. */
    isQuiet: (): boolean => [...states.get().values()].every(({ status }) => status !== 'loading'),
    /** Whether loading has started, whatever its result. */
    isKnown: (id: RemoteId): boolean => stateNow(id) !== undefined,
    /** Loads the remote again, without any result of earlier attempts. */
    retry: (id: RemoteId) => start(id, true),
  };
}

export type RemoteStore = ReturnType<typeof createRemoteStore>;

/** The remotes of this page. */
export const remotes = createRemoteStore(loadRemote, pageNews);

/** The state of one remote; the component renders again when it changes. */
export function useRemote(store: RemoteStore, id: RemoteId): RemoteState {
  return useSyncExternalStore(store.subscribe, () => store.stateOf(id));
}
