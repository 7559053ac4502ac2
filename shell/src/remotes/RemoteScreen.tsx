import { Suspense, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePlatform, type RemoteId, type ScreenId } from '@flint/remote-kit';
import { loadable } from '@flint/ui';
import { remoteOf } from '../routing/paths';
import { labelOf } from '../routing/screens';
import { reportCrash } from '../telemetry/report-crash';
import { reportLoad } from '../telemetry/send-report';
import { CrashBoundary } from './CrashBoundary';
import { RemoteFailure } from './RemoteFailure';
import {
  isWaiting,
  remotes as pageRemotes,
  useRemote,
  type RemoteState,
  type RemoteStore,
} from './remote-store';
import type { RemoteFailureCode } from './report';
import { Overdue } from './Overdue';
import { Unstyled } from './Unstyled';
import { Visit } from './Visit';

const Mounted = loadable(() => import('./Mounted').then((module) => module.Mounted));

interface Props {
  readonly screen: ScreenId;
  /** Shown while the remote is being loaded. */
  readonly skeleton: ReactNode;
  readonly store?: RemoteStore;
}

/** An idle tab knows a release, and has its files, within a minute; the next navigation uses it. */
const LOOK_AGAIN_MS = 30_000;

/** Whether this is the first render of a visit to the screen: only then a newer release is used. */
function useVisit(store: RemoteStore, screen: ScreenId): boolean {
  const [visited, setVisited] = useState<ScreenId>();
  const id = remoteOf(screen);
  useEffect(() => {
    store.ensure(id);
    store.look();
    setVisited(screen);
  }, [store, id, screen]);
  useEffect(() => {
    // a request without a connection would be an error on the console
    const look = () => document.visibilityState === 'visible' && navigator.onLine && store.look();
    document.addEventListener('visibilitychange', look);
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
    };
  }, [store]);
  return visited !== screen;
}

/** State of a remote. Its arrival is deferred, so that the page stays responsive while the first screen is rendered. */
function useRemoteInTime(store: RemoteStore, id: RemoteId): RemoteState {
  const state = useRemote(store, id);
  const latest = useMemo(() => ({ id, state }), [id, state]);
  const held = useDeferredValue(latest);
  return held.id === id && isWaiting(held.state) ? held.state : state;
}

/** The code of what a screen threw: a chunk that did not arrive, as webpack or its stylesheet plugin report it, or a crash. */
function codeOfCrash(error: unknown): RemoteFailureCode {
  const { name, code } = (error instanceof Error ? error : {}) as {
    readonly name?: unknown;
    readonly code?: unknown;
  };
  const isMissing = name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
  return isMissing ? 'remote_unavailable' : 'remote_crashed';
}

const reportScreen = (screen: ScreenId, version: string, failed: boolean) =>
  reportLoad({ remote: remoteOf(screen), version, screen, failed });

/** A screen of a remote: skeleton, then the screen, or a panel with the reason and a retry button. */
export function RemoteScreen({ screen, skeleton, store = pageRemotes }: Props) {
  const id = remoteOf(screen);
  const label = labelOf(screen);
  const { navigation } = usePlatform();
  const state = useRemoteInTime(store, id);
  const isArriving = useVisit(store, screen);
  useEffect(() => {
    if (state.status === 'ready') reportScreen(screen, state.remote.version, false);
    if (state.status === 'failed') reportScreen(screen, state.failure.version, true);
  }, [screen, state]);
  const panel = { label, remote: id, onRetry: () => store.retry(id) };

  if (state.status === 'failed') return <RemoteFailure {...panel} {...state.failure} busy={false} />;
  if (state.status !== 'ready') {
    return state.status === 'loading' && state.after ? (
      <RemoteFailure {...panel} {...state.after} busy />
    ) : (
      skeleton
    );
  }
  // do not start the current release only to replace it
  if (isArriving && store.hasNewer(id)) return skeleton;

  const { remote, request } = state;
  const { module, version, styles } = remote;
  const crashOf = (error: unknown) => ({ code: codeOfCrash(error), version, request });
  const handleCrash = (error: unknown) => {
    reportCrash({ ...crashOf(error), remote: id, error });
    reportScreen(screen, version, true);
  };
  return (
    // for this attempt only: an error of a screen that was left is not the fault of the next one
    <CrashBoundary
      key={request}
      resetKey={navigation.location}
      renderFallback={(error) => <RemoteFailure {...panel} {...crashOf(error)} busy={false} />}
      onCrash={handleCrash}
    >
      <Unstyled styles={styles} />
      <Suspense fallback={<Overdue>{skeleton}</Overdue>}>
        <Visit screen={screen}>
          {'Root' in module ? (
            <module.Root screen={screen} />
          ) : (
            <Mounted remote={module} screen={screen} onLate={handleCrash} fallback={skeleton} />
          )}
        </Visit>
      </Suspense>
    </CrashBoundary>
  );
}
