import { useEffect, type ReactNode } from 'react';
import type { ScreenId } from '@flint/remote-kit';
import { SCREEN_ROUTES } from '../routing/paths';
import { SCREENS } from '../routing/screens';
import { CrashBoundary } from './CrashBoundary';
import { RemoteFailure } from './RemoteFailure';
import { remotes as pageRemotes, useRemote, type RemoteStore } from './remote-store';
import { reportFailure } from './report';

interface Props {
  readonly screen: ScreenId;
  /** Shown while the remote is on its way. */
  readonly skeleton: ReactNode;
  readonly store?: RemoteStore;
}

/** One screen of a remote: its skeleton, then the screen, or a panel that says why not and can try again. */
export function RemoteScreen({ screen, skeleton, store = pageRemotes }: Props) {
  const { remote: id } = SCREEN_ROUTES[screen];
  const { label } = SCREENS[screen];
  const state = useRemote(store, id);
  useEffect(() => store.ensure(id), [store, id]);
  const retry = () => store.retry(id);

  if (state.status === 'failed' || (state.status === 'loading' && state.after)) {
    const code = state.status === 'failed' ? state.code : (state.after ?? 'remote_unavailable');
    const busy = state.status === 'loading';
    return <RemoteFailure label={label} code={code} remote={id} busy={busy} onRetry={retry} />;
  }
  if (state.status === 'loading') return skeleton;

  const { module, version } = state.remote;
  const crashed = (
    <RemoteFailure label={label} code="remote_crashed" remote={id} busy={false} onRetry={retry} />
  );
  return (
    <CrashBoundary
      resetKey={screen}
      fallback={crashed}
      onCrash={(error) => reportFailure({ code: 'remote_crashed', remote: id, version, error })}
    >
      <module.Root screen={screen} />
    </CrashBoundary>
  );
}
