/**
 * The first script, a small one in the page itself (scripts/build/app-files.ts). It runs before the first paint and requests settings, the
 * addresses of the remotes and the remote of this route while the shell is still being downloaded.
 */
import './remotes/page-files';
import { readHabit } from '@flint/ui/habits';
import { language } from '@flint/texts';
import { addressesInPage, fetchAddresses, type RemoteAddresses } from './remotes/addresses';
import { files } from './remotes/files';
import { warm, type Manifest } from './remotes/warm';
import { firstScreenAt } from './routing/first-pass';
import { remoteOf, screenOfPath, setScreens } from './routing/paths';
import { requestEarly, type EarlyAsked } from './session/early-answers';
import { removeCallbackTokens, type Callback } from './session/callback-tokens';
import { readStoredSession } from './session/stored-session';

export interface Boot {
  /** Used by the first call; a retry uses the network. */
  addresses?: Promise<RemoteAddresses> | undefined;
  /** The addresses that the server wrote into the page. */
  readonly inPage?: RemoteAddresses | null;
  config?: Promise<Response> | undefined;
  /** Answers of the API that the first screen needs, requested before its code is loaded. */
  readonly early?: EarlyAsked | null;
  /** A sign-in that came in the address; used by the first call. */
  callback?: Callback | null;
  readonly warmed: Record<string, Promise<Manifest> | undefined>;
}

declare global {
  interface Window {
    flintBoot?: Boot;
  }
  // zod reads it when it is loaded: our CSP would report its probe for eval as a violation
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

const callback = removeCallbackTokens();
const session = readStoredSession();
const inPage = addressesInPage();
// firstScreenAt() below needs the screens
if (inPage) setScreens(inPage);
const isSignedIn = session !== null;
const screen = session && firstScreenAt(location.pathname);
const isFrench = language() === 'fr';

/** The page before the app uses the student's session, theme and language (first-paint.css). */
function dressFirstPaint(): void {
  const { documentElement } = document;
  documentElement.dataset['session'] = isSignedIn ? 'in' : 'out';
  documentElement.dataset['theme'] = readHabit('theme') ?? '';
  if (!isFrench) return;
  documentElement.lang = 'fr-CA';
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/app.fr.webmanifest');
}

/** What the build writes into the page (scripts/build/inline-boot.ts). */
interface Build {
  readonly student?: readonly string[];
  readonly french?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const build = JSON.parse(document.getElementById('flint-build')?.textContent ?? '{}') as Build;

/** Preloads files that the app would request only when it runs. */
function fetchWhatIsSure(): void {
  const wanted = [...((isSignedIn && build.student) || []), ...((isFrench && build.french) || [])];
  for (const href of wanted) {
    const as = href.endsWith('.css') ? 'style' : 'script';
    const integrity = files.hash(href);
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as, href, integrity }),
    );
  }
}

/** A server that still has another build may answer the first tries. */
const TRIES = 3;
const PAUSE_MS = 2_000;

/**
 * Downloads a file of the page that did not load or failed its integrity check again, past the cache, and inserts its tag again. If a script does
 * not load after all tries, the page offers to be loaded again (index.html).
 */
function healOwnFiles(): void {
  const tries = new Map<string, number>();
  const handleError = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('script[defer], body > link')) return;
    const url = target.getAttribute('src') ?? target.getAttribute('href') ?? '';
    const tried = tries.get(url) ?? 0;
    tries.set(url, tried + 1);
    if (tried === TRIES) {
      if (target.localName === 'script') document.documentElement.dataset['broken'] = '';
      return;
    }
    // a script made by cloneNode() does not run
    const again = document.createElement(target.localName);
    for (const { name, value } of target.attributes) again.setAttribute(name, value);
    const insert = () => target.replaceWith(again);
    // one that does not arrive fails again in its tag, which begins the next try
    const heal = () => void files.heal(url).then(insert, insert);
    setTimeout(heal, tried && PAUSE_MS);
  };
  document.addEventListener('error', handleError, true);
}

const silence = () => undefined; // the caller that uses the promise reports its failure

if (build.files) files.add(new URL('/', location.href).href, build.files, { remote: '', version: '' });
healOwnFiles();
dressFirstPaint();
fetchWhatIsSure();
globalThis.__zod_globalConfig = { jitless: true };
const addresses = inPage ? Promise.resolve(inPage) : fetchAddresses();
const config = fetch('/api/v1/config', { headers: { accept: 'application/json' } });
const early = screen && requestEarly(session, [screenOfPath(location.pathname)!, screen]);
const boot: Boot = { addresses, inPage, config, early, callback, warmed: {} };
window.flintBoot = boot;
config.catch(silence);

async function warmFirstRemote(): Promise<void> {
  const all = await addresses;
  const id = isSignedIn ? (screen ? remoteOf(screen) : '') : 'auth';
  const address = all[id];
  if (!address || address.refused) return;
  const warming = warm(address, id, { screen });
  boot.warmed[address.entry] = warming;
  await warming;
}

warmFirstRemote().catch(silence);
