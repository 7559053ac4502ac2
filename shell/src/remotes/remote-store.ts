import type { RemoteId } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';
import { reportCrash } from '../telemetry/report-crash';
import { ContractMismatch } from './check';
import { loadRemote, pageNews, versionOf, type LoadedRemote } from './registry';
import { newRequestId, type RemoteFailureCode } from './report';

/** A failure, as shown to the student and in reports. */
export interface Failure {
  readonly code: RemoteFailureCode;
  readonly version: string;
  readonly request: string;
}

interface Ready {
  readonly status: 'ready';
  readonly remote: LoadedRemote;
  readonly request: string;
}

/**
 * The lifecycle of a remote in this page. Screens, panel, preload, status line and reports read it; `reduce` alone changes it.
 *
 *   idle ── visit ──▶ loading ──▶ ready ── visit with a newer release ──▶ loading, and back if that fails,
 *     │                 │  ▲                                               unless its origin has none any more
 *     │                 │  │                                               (preloaded: idle ──▶ ready)
 *     │                 ▼  │ visit, 'Try Again'
 *     └────────────── failed
 */
export type RemoteState =
  | { readonly status: 'idle' }
  /** `after`: the failure that is being retried. `before`: the release that returns if the newer one fails. */
  | {
      readonly status: 'loading';
      readonly request: string;
      readonly after?: Failure;
      readonly before?: Ready;
    }
  | Ready
  | { readonly status: 'failed'; readonly failure: Failure };

/** `request` is the id of an attempt: the result of one that was overtaken changes nothing. */
type RemoteEvent =
  | { readonly type: 'started'; readonly request: string; readonly canReturn: boolean }
  | { readonly type: 'arrived' | 'preloaded'; readonly request: string; readonly remote: LoadedRemote }
  | { readonly type: 'failed'; readonly failure: Failure };

const IDLE: RemoteState = { status: 'idle' };

/** The next state of a remote. */
export function reduce(state: RemoteState, event: RemoteEvent): RemoteState {
  const isCurrent = (request: string) => state.status === 'loading' && state.request === request;
  switch (event.type) {
    case 'started':
      return {
        status: 'loading',
        request: event.request,
        ...(state.status === 'failed' && { after: state.failure }),
        ...(state.status === 'ready' && event.canReturn && { before: state }),
      };
    case 'preloaded':
      return state.status === 'idle'
        ? { status: 'ready', remote: event.remote, request: event.request }
        : state;
    case 'arrived':
      return isCurrent(event.request)
        ? { status: 'ready', remote: event.remote, request: event.request }
        : state;
    case 'failed':
      if (state.status !== 'loading' || !isCurrent(event.failure.request)) return state;
      return state.before ?? { status: 'failed', failure: event.failure };
  }
}

/** Whether a screen of the remote waits for it. */
export const isWaiting = ({ status }: RemoteState): boolean => status === 'idle' || status === 'loading';

const NO_NEWS: typeof pageNews = {
  look: () => Promise.resolve(),
  isGone: () => false,
  hasNewer: () => false,
};

/** Stores the state of each remote. Not React.lazy, which suspends the screen and cannot retry. */
export function createRemoteStore(load: typeof loadRemote, news = NO_NEWS) {
  const states = createStore<ReadonlyMap<RemoteId, RemoteState>>(new Map());
  const stateOf = (id: RemoteId): RemoteState => states.get().get(id) ?? IDLE;
  const dispatch = (id: RemoteId, event: RemoteEvent) => {
    const next = reduce(stateOf(id), event);
    if (next !== stateOf(id)) states.set(new Map(states.get()).set(id, next));
  };

  const failureOf = (id: RemoteId, request: string, error: unknown): Failure => {
    // every federation runtime uses a form of "satisfy" for a version of a shared package that does not fit
    const isMisfit =
      error instanceof ContractMismatch || (error instanceof Error && /satisf/i.test(error.message));
    const code = isMisfit ? 'remote_contract_mismatch' : 'remote_unavailable';
    const version = versionOf(id);
    reportCrash({ code, remote: id, version, request, error });
    return { code, version, request };
  };

  const start = (id: RemoteId, { fresh, canReturn = false }: { fresh: boolean; canReturn?: boolean }) => {
    const request = newRequestId();
    dispatch(id, { type: 'started', request, canReturn });
    load(id, fresh).then(
      (remote) => dispatch(id, { type: 'arrived', remote, request }),
      (error: unknown) => dispatch(id, { type: 'failed', failure: failureOf(id, request, error) }),
    );
  };

  const hasNewer = (id: RemoteId): boolean => {
    const state = stateOf(id);
    return state.status === 'ready' && (news.isGone(id) || news.hasNewer(id, state.remote.release));
  };

  return {
    stateOf,
    /** All states; each change replaces the map. */
    states: states.get,
    subscribe: states.subscribe,
    /** Whether the next visit does not use the release in use: there is a newer one, or none any more. */
    hasNewer,
    /**
     * Called at each visit to a screen of the remote: loads it the first time, retries a failure, and loads a newer release; if that fails,
     * the current one stays, unless its origin has none any more.
     */
    ensure(id: RemoteId) {
      const { status } = stateOf(id);
      if (status === 'idle' || status === 'failed') start(id, { fresh: status === 'failed' });
      else if (hasNewer(id)) start(id, { fresh: false, canReturn: !news.isGone(id) });
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
      dispatch(id, { type: 'preloaded', remote, request: newRequestId() });
    },
    /** Whether no remote is being loaded. */
    isQuiet: (): boolean => [...states.get().values()].every(({ status }) => status !== 'loading'),
    /** Loads the remote again, without any result of earlier attempts. */
    retry: (id: RemoteId) => start(id, { fresh: true }),
  };
}

export type RemoteStore = ReturnType<typeof createRemoteStore>;

/** The remotes of this page. */
export const remotes = createRemoteStore(loadRemote, pageNews);

/** The state of one remote; the component renders again when it changes. */
export function useRemote(store: RemoteStore, id: RemoteId): RemoteState {
  return useSyncExternalStore(store.subscribe, () => store.stateOf(id));
}
