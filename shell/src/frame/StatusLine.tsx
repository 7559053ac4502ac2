import { usePlatform, type ScreenId } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { useEffect, useState } from 'react';
import { useWorkerState } from '../offline/worker-state';
import { useUnsaved } from '../platform/unsaved';
import { isTestPage } from '../remotes/choose';
import { remotes, useRemote } from '../remotes/remote-store';
import { remoteOf } from '../routing/paths';

type Connection = 'online' | 'offline' | 'unreachable';

const CONNECTION_TEXT: Readonly<Record<Connection, string>> = {
  online: message('Connected'),
  offline: message('Offline'),
  unreachable: message('Service not reachable'),
};

function useConnection(): Connection {
  const { online, session } = usePlatform();
  const { fromDevice } = useWorkerState();
  if (!online) return 'offline';
  if (fromDevice) return 'unreachable';
  return session.status === 'unknown' ? 'unreachable' : 'online';
}

/** Most saves are over before a phone should make room for the line. */
const PATIENCE_MS = 1_500;

function useLasting(isTrue: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue]);
  return isTrue && hasLasted;
}

/**
 * What is not saved yet; without a connection also that it is kept, if all of it is, and that the student can go on. It promises no sending: a
 * painted week waits for Save, a refused answer for another one.
 */
function workText(isOnline: boolean, work: ReturnType<typeof useUnsaved>): string {
  const what = work.map(([, description]) => description).join(', ');
  if (!what) return isOnline ? t('Everything saved') : t('You can continue: changes are kept and sent later');
  return isOnline || work.some(([, , keptOnDevice]) => !keptOnDevice)
    ? t('Not saved yet: {what}', { what })
    : t('Not saved yet: {what}. Kept on this device.', { what });
}

/** Connection, unsaved work, and for testers the version of the remote on screen. */
export function StatusLine({ screen }: { readonly screen: ScreenId | null }) {
  const connection = useConnection();
  const work = useUnsaved();
  const isLasting = useLasting(work.length > 0);
  const calm = connection === 'online' && !isLasting;
  return (
    <footer className="status-line" data-calm={calm}>
      <p role="status" className="status-line__connection f-dot" data-connection={connection}>
        {t(CONNECTION_TEXT[connection])}
      </p>
      <p role="status" className="status-line__work">
        {workText(connection === 'online', work)}
      </p>
      {screen && <RemoteVersion screen={screen} />}
    </footer>
  );
}

/** Students do not see builds; a tester with an open test release does. */
function RemoteVersion({ screen }: { readonly screen: ScreenId }) {
  const remote = remoteOf(screen);
  const state = useRemote(remotes, remote);
  const version = state.status === 'ready' ? state.remote.version : '…';
  return (
    <p className="status-line__version" translate="no" hidden={!isTestPage()}>
      {`${remote} ${version}`}
    </p>
  );
}
