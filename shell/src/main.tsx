import { createRoot } from 'react-dom/client';
import { loadAgain } from '@flint/ui';
import type { AuthResult, SessionState } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { App } from './App';
import { loadConfig } from './config/load-config';
import { Frame } from './frame/load-frame';
import { StartFailure } from './frame/StartFailure';
import { loadData } from './platform/load-data';
import { notices } from './platform/notices';
import { firstScreen } from './remotes/first-screen';
import { preloadNext } from './remotes/preload-next';
import { readScreens } from './remotes/registry';
import { remotes } from './remotes/remote-store';
import { firstScreenAt } from './routing/first-pass';
import { remoteOf } from './routing/paths';
import { registerScreens } from './routing/screens';
import { createLanding } from './routing/landing';
import { createAuthActions } from './session/auth-actions';
import type { AuthPort } from './session/auth-port';
import { firstUse } from './session/first-use';
import { endNoted } from './session/late-sign-out';
import { isOnlyInPage } from './session/session-storage';
import { createSessionStore, type SessionStore } from './session/session-store';
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

/** Signs in with the tokens of the address. Nothing happens while a student is signed in. */
async function signInFromAddress(
  status: SessionState['status'],
  auth: () => Promise<AuthPort>,
): Promise<AuthResult | null> {
  const callback = window.flintBoot?.callback;
  if (!callback || status !== 'signedOut') return null;
  delete window.flintBoot!.callback;
  const refused = {
    ok: false,
    message: t('This link did not sign you in: it is too old or was used. Ask for a code.'),
  } as const;
  if (callback === 'refused') return refused;
  try {
    const { error } = await (await auth()).setSession(callback);
    return error ? refused : { ok: true };
  } catch {
    return refused;
  }
}

/** Says on the screen that the browser stores nothing. */
function warnOfLostSession(store: SessionStore): void {
  store.subscribe(() => {
    if (store.get().status === 'signedIn' && isOnlyInPage(SESSION_KEY))
      notices.notify(
        t('This browser stores nothing. You are signed in until you close or reload this page.'),
        'info',
      );
  });
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
    const arrived = signInFromAddress(status, auth);
    const landing = createLanding();
    const actions = {
      ...createAuthActions(auth, {
        onVerifying: landing.expect,
        onRefused: landing.forget,
        onRemoved: store.followRemoval,
      }),
      arrival: () => arrived,
    };
    watchSession(store, auth);
    const endSessions = () =>
      void endNoted(`${config.supabaseUrl ?? location.origin}/auth/v1`, config.supabaseKey);
    endSessions();
    addEventListener('online', endSessions);
    warnOfLostSession(store);
    root.render(<App config={config} store={store} actions={actions} landing={landing} />);
  } catch {
    root.render(<StartFailure onRetry={() => void start()} />);
  }
}

void start();
