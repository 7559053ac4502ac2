import { createRoot } from 'react-dom/client';
import { loadAgain } from '@flint/ui';
import type { SessionState } from '@flint/remote-kit';
import { App } from './App';
import { loadConfig } from './config/load-config';
import { Frame } from './frame/load-frame';
import { StartFailure } from './frame/StartFailure';
import { listenToWorker } from './offline/use-worker';
import { loadData } from './platform/load-data';
import { firstScreen } from './remotes/first-screen';
import { preloadNext } from './remotes/preload-next';
import { readScreens } from './remotes/registry';
import { remotes } from './remotes/remote-store';
import { firstScreenAt } from './routing/first-pass';
import { remoteOf } from './routing/paths';
import { learnScreens } from './routing/screens';
import { createLanding } from './routing/landing';
import { createAuthActions } from './session/auth-actions';
import type { AuthPort } from './session/auth-port';
import { firstUse } from './session/first-use';
import { createSessionStore } from './session/session-store';
import { watchSession } from './session/watch-session';
import { loadTexts } from './texts/load-texts';
import './styles/index.css';

const root = createRoot(document.getElementById('root') as HTMLElement, {
  // the boundaries report what they catch, in one line and without what a student wrote
  onCaughtError: () => undefined,
});

/** What the route needs next is on its way before anything is drawn. */
function prepare(signedIn: boolean): void {
  if (!signedIn) return remotes.ensure('auth');
  const screen = firstScreenAt(location.pathname);
  if (screen) remotes.ensure(remoteOf(screen));
  else readScreens();
  for (const load of [Frame.load, loadData]) load().catch(() => undefined); // whoever needs it reports the failure
}

/**
 * A session that ran out, or came in the address, needs the auth client at once. One that is still good, or absent, does not: it is a third
 * of the script.
 */
function needOfAuth(status: SessionState['status']): Promise<void> {
  if (status === 'loading' || window.flintBoot?.callback) return Promise.resolve();
  return status === 'signedOut' ? firstUse() : firstScreen();
}

/** Signs in with what came in the address; tokens that are not valid, and a student who is signed in, leave things as they are. */
function takeCallback(status: SessionState['status'], auth: () => Promise<AuthPort>): void {
  const tokens = window.flintBoot?.callback;
  if (!tokens || status !== 'signedOut') return;
  delete window.flintBoot!.callback;
  auth()
    .then((client) => client.setSession(tokens))
    .catch(() => undefined);
}

listenToWorker();
learnScreens(window.flintBoot?.inPage ?? {});
const texts = loadTexts();

async function start(): Promise<void> {
  const store = createSessionStore();
  const { status } = store.get();
  prepare(status !== 'signedOut');
  const needed = needOfAuth(status);
  const loadClient = () => needed.then(() => import('./session/auth-client'));
  const client = loadClient();
  client.then(Frame.load).catch(() => undefined);
  // while somebody looks for the code in the mail
  if (status === 'signedOut') client.then(() => preloadNext('signIn')).catch(() => undefined);
  try {
    // what the page shows by itself stays until it can be replaced by the frame; that it cannot be had is the frame's to tell
    const frame = status === 'signedOut' ? null : Frame.load().catch(() => undefined);
    const [config] = await Promise.all([loadConfig(), texts, frame]);
    const auth = loadAgain(async () => {
      const { createAuthClient } = await loadClient();
      return createAuthClient(config.supabaseUrl ?? location.origin, config.supabaseKey);
    });
    const landing = createLanding();
    const actions = createAuthActions(auth, { onVerifying: landing.expect, onRefused: landing.forget });
    watchSession(store, auth);
    takeCallback(status, auth);
    root.render(<App config={config} store={store} actions={actions} landing={landing} />);
  } catch {
    root.render(<StartFailure onRetry={() => void start()} />);
  }
}

void start();
