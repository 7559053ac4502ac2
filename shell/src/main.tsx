import { createRoot } from 'react-dom/client';
import { loadAgain } from '@flint/ui';
import type { SessionState } from '@flint/remote-kit';
import { App } from './App';
import { loadConfig } from './config/load-config';
import { Frame } from './frame/load-frame';
import { StartFailure } from './frame/StartFailure';
import { loadData } from './platform/load-data';
import { firstScreen } from './remotes/first-screen';
import { preloadNext } from './remotes/preload-next';
import { readScreens } from './remotes/registry';
import { remotes } from './remotes/remote-store';
import { firstScreenAt } from './routing/first-pass';
import { remoteOf } from './routing/paths';
import { registerScreens } from './routing/screens';
import { createLanding } from './routing/landing';
import { createAuthActions } from './session/auth-actions';
import { firstUse } from './session/first-use';
import { createEnding } from './session/late-sign-out';
import { isOnlyInPage } from './session/session-storage';
import { createSessionStore } from './session/session-store';
import { SESSION_KEY } from './session/stored-session';
import { watchSession } from './session/watch-session';
import { loadTexts } from './texts/load-texts';
import './styles/index.css';
// of the frame: 1 kB here, instead of a stylesheet more on every page of a student
import '@flint/ui/dialog.css';
import '@flint/ui/layout.css';
import '@flint/ui/page.css';

const root = createRoot(document.getElementById('root') as HTMLElement, {
  // the error boundaries report errors, without what a student wrote
  onCaughtError: () => undefined,
});

/** Starts the downloads that the route needs. */
function prepare(signedIn: boolean): void {
  if (!signedIn) return remotes.ensure('auth');
  const screen = firstScreenAt(location.pathname);
  if (screen) remotes.ensure(remoteOf(screen));
  else readScreens();
  for (const load of [Frame.load, loadData]) load().catch(() => undefined); // the code that needs it reports the failure
}

/**
 * When to load the auth client, a third of all script: at once if the session has expired or is in the address, else after the first screen
 * or the first use of the page.
 */
function needOfAuth(status: SessionState['status']): Promise<void> {
  if (status === 'loading' || window.flintBoot?.callback) return Promise.resolve();
  return status === 'signedOut' ? firstUse() : firstScreen();
}

registerScreens(window.flintBoot?.inPage ?? {});
const texts = loadTexts();

async function start(): Promise<void> {
  const store = createSessionStore();
  const { status } = store.get();
  prepare(status !== 'signedOut');
  const needed = needOfAuth(status);
  const loadClient = () => needed.then(() => import('./session/auth-client'));
  const client = loadClient();
  client.then(Frame.load).catch(() => undefined);
  // while the student looks for the code in the mail
  if (status === 'signedOut') client.then(() => preloadNext('signIn')).catch(() => undefined);
  try {
    // the first paint stays until the frame can replace it; the frame reports that it cannot be loaded
    const frame = status === 'signedOut' ? null : Frame.load().catch(() => undefined);
    const [config] = await Promise.all([loadConfig(), texts, frame]);
    const auth = loadAgain(async () => {
      const { createAuthClient } = await loadClient();
      return createAuthClient(
        config.supabaseUrl ?? location.origin,
        config.supabaseKey,
        store.goOnWithoutAnswer,
      );
    });
    const arrived =
      window.flintBoot?.callback && status === 'signedOut'
        ? import(/* webpackChunkName: 'seldom' */ './session/sign-in-from-address')
            .then((code) => code.signInFromAddress(auth))
            // sign-in is shown all the same
            .catch(() => null)
        : Promise.resolve(null);
    const landing = createLanding();
    const endSessions = createEnding(async () => {
      const { endNoted } = await import(/* webpackChunkName: 'seldom' */ './session/end-noted');
      await endNoted(config);
    });
    const actions = {
      ...createAuthActions(auth, {
        onVerifying: landing.expect,
        onRefused: landing.forget,
        onSignedOut() {
          store.followRemoval();
          endSessions();
        },
      }),
      arrival: () => arrived,
    };
    watchSession(store, auth);
    endSessions();
    addEventListener('online', endSessions);
    store.subscribe(() => {
      if (store.get().status === 'signedIn' && isOnlyInPage(SESSION_KEY))
        import(/* webpackChunkName: 'seldom' */ './session/ended-session')
          .then(({ warnOfLostSession }) => warnOfLostSession())
          .catch(() => undefined);
    });
    root.render(<App config={config} store={store} actions={actions} landing={landing} />);
  } catch {
    root.render(<StartFailure onRetry={() => void start()} />);
  }
}

void start();
