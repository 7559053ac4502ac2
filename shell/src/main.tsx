import { createRoot } from 'react-dom/client';
import { App } from './App';
import { loadConfig } from './config/load-config';
import { StartFailure } from './frame/StartFailure';
import { loadData } from './platform/DataGate';
import { remotes } from './remotes/remote-store';
import { remoteOfPath } from './routing/paths';
import { createLanding } from './routing/landing';
import { createAuthActions } from './session/auth-actions';
import { createSessionStore } from './session/session-store';
import { watchSession } from './session/watch-session';
import './styles/index.css';

const root = createRoot(document.getElementById('root') as HTMLElement, {
  // the boundaries report what they catch, in one line and without what a student wrote
  onCaughtError: () => undefined,
});

/** What the route needs next is on its way before anything is drawn. */
function prepare(signedIn: boolean): void {
  if (!signedIn) return remotes.ensure('auth');
  const remote = remoteOfPath(location.pathname);
  if (remote) remotes.ensure(remote);
  loadData().catch(() => undefined); // whoever needs it reports the failure
}

async function start(): Promise<void> {
  const store = createSessionStore();
  prepare(store.get().status !== 'signedOut');
  const client = import('./session/auth-client');
  client.catch(() => undefined);
  try {
    const config = await loadConfig();
    const auth = client.then(({ createAuthClient }) =>
      createAuthClient(config.supabaseUrl ?? location.origin, config.supabaseKey),
    );
    const landing = createLanding();
    const actions = createAuthActions(auth, { onVerifying: landing.expect, onRefused: landing.forget });
    watchSession(store, auth);
    root.render(<App config={config} store={store} actions={actions} landing={landing} />);
  } catch {
    root.render(<StartFailure onRetry={() => void start()} />);
  }
}

void start();
