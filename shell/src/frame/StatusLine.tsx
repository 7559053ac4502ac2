import { usePlatform, type ScreenId } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
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

/** Connection, unsaved work, and for testers the version of the remote on screen. */
export function StatusLine({ screen }: { readonly screen: ScreenId | null }) {
  const connection = useConnection();
  const work = useUnsaved().map(([, description]) => description);
  const calm = connection === 'online' && work.length === 0;
  return (
    <footer className="status-line" data-calm={calm}>
      <p role="status" className="status-line__connection" data-connection={connection}>
        {t(CONNECTION_TEXT[connection])}
      </p>
      <p role="status" className="status-line__work">
        {work.length === 0 ? t('Everything saved') : t('Not saved yet: {what}', { what: work.join(', ') })}
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
