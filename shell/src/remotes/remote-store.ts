import { useSyncExternalStore } from 'react';
import type { RemoteId } from '@flint/remote-kit';
import { reportCrash } from '../telemetry/report-crash';
import { ContractMismatch } from './check';
import type { Release } from './choose';
import { loadRemote, pageNews, versionOf, type LoadedRemote } from './registry';
import { newRequestId, type RemoteFailureCode } from './report';

/** A failure as the student and the report name it. */
export interface Failure {
  readonly code: RemoteFailureCode;
  readonly version: string;
  readonly request: string;
}

export type RemoteState =
  /** `after`: the failure a retry is under way for. */
  | { readonly status: 'loading'; readonly after?: Failure }
  | { readonly status: 'ready'; readonly remote: LoadedRemote; readonly request: string }
  | { readonly status: 'failed'; readonly failure: Failure };

type Load = (id: RemoteId, fresh: boolean) => Promise<LoadedRemote>;

/** How a page learns of releases made while it is open. */
interface News {
  look(inUse: readonly (readonly [RemoteId, Release])[]): Promise<void>;
  hasNewer(id: RemoteId, release: Release): boolean;
}

const LOADING: RemoteState = { status: 'loading' };
const NO_NEWS: News = { look: () => Promise.resolve(), hasNewer: () => false };

/** Keeps what is known of each remote. A store and not React.lazy: lazy holds the screen back and cannot retry. */
export function createRemoteStore(load: Load, news: News = NO_NEWS) {
  /** What is on show of each remote; the attempt whose end counts is the one that set it last. */
  const states = new Map<RemoteId, RemoteState>();
  const listeners = new Set<() => void>();

  const set = (id: RemoteId, state: RemoteState) => {
    states.set(id, state);
    for (const listener of listeners) listener();
  };

  const failureOf = (id: RemoteId, request: string, error: unknown): Failure => {
    // of a shared version, every federation runtime says that it does not satisfy, or is unsatisfied
    const isMisfit = error instanceof ContractMismatch || /satisf/i.test(String(error));
    const code = isMisfit ? 'remote_contract_mismatch' : 'remote_unavailable';
    const version = versionOf(id);
    reportCrash({ code, remote: id, version, request, error });
    return { code, version, request };
  };

  const start = (id: RemoteId, fresh: boolean, replaced?: RemoteState) => {
    const request = newRequestId();
    const before = states.get(id);
    const waiting: RemoteState = {
      status: 'loading',
      ...(before?.status === 'failed' && { after: before.failure }),
    };
    set(id, waiting);
    const settle = (state: RemoteState) => states.get(id) === waiting && set(id, state);
    load(id, fresh).then(
      (remote) => settle({ status: 'ready', remote, request }),
      (error: unknown) => {
        const failure = failureOf(id, request, error);
        settle(replaced ?? { status: 'failed', failure });
      },
    );
  };

  const hasNewer = (id: RemoteId): boolean => {
    const state = states.get(id);
    return state?.status === 'ready' && news.hasNewer(id, state.remote.release);
  };

  return {
    stateOf: (id: RemoteId): RemoteState => states.get(id) ?? LOADING,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Whether the next visit shows another release than the one on show. */
    hasNewer,
    /**
     * A visit to a screen of the remote begins: starts loading unless that happened already, tries anew what failed before,
     * and takes a newer release; the one in use stays when that does not work.
     */
    ensure(id: RemoteId) {
      const state = states.get(id);
      if (!state || state.status === 'failed') start(id, state !== undefined);
      else if (hasNewer(id)) start(id, false, state);
    },
    /** Asks, now and then, whether anything was released. */
    look() {
      const inUse = [...states].flatMap(([id, state]) =>
        state.status === 'ready' ? [[id, state.remote.release] as const] : [],
      );
      void news.look(inUse);
    },
    /** Takes a remote that was loaded ahead of any visit: the first one shows it at once. */
    adopt(id: RemoteId, remote: LoadedRemote) {
      if (!states.has(id)) set(id, { status: 'ready', remote, request: newRequestId() });
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
export const remotes = createRemoteStore(loadRemote, pageNews);

/** The state of one remote; the component renders again when it changes. */
export function useRemote(store: RemoteStore, id: RemoteId): RemoteState {
  return useSyncExternalStore(store.subscribe, () => store.stateOf(id));
}
