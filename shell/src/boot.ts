/**
 * The first script, tiny and a part of the page itself (scripts/build/app-files.ts): it runs before anything is painted, and
 * settings, the addresses of the remotes and the remote this route needs are on their way while the shell itself still downloads.
 */
import './remotes/page-files';
import { readHabit } from '@flint/ui/habits';
import { language } from '@flint/texts';
import { addressesInPage, fetchAddresses, type RemoteAddresses } from './remotes/addresses';
import { files } from './remotes/files';
import { warm, type Manifest } from './remotes/warm';
import { firstScreenAt } from './routing/first-pass';
import { remoteOf, screenOfPath, setScreens } from './routing/paths';
import { askEarly, type EarlyAsked } from './session/early-answers';
import { takeCallbackTokens, type CallbackTokens } from './session/callback-tokens';
import { readStoredSession } from './session/stored-session';

export interface Boot {
  /** Taken by the first who asks; a retry goes to the network. */
  addresses?: Promise<RemoteAddresses> | undefined;
  /** Those the page came with. */
  readonly inPage?: RemoteAddresses | null;
  config?: Promise<Response> | undefined;
  /** What the first screen shows, asked for before its code is here. */
  readonly early?: EarlyAsked | null;
  /** A sign-in that came in the address; taken by the first who asks. */
  callback?: CallbackTokens | null;
  readonly warmed: Record<string, Promise<Manifest> | undefined>;
}

declare global {
  interface Window {
    flintBoot?: Boot;
  }
  // zod reads it at load: under our CSP its probe for eval would be a reported violation
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

const callback = takeCallbackTokens();
const session = readStoredSession();
const inPage = addressesInPage();
// which remote an address belongs to is asked for below
if (inPage) setScreens(inPage);
const isSignedIn = session !== null;
const screen = session && firstScreenAt(location.pathname);
const isFrench = language() === 'fr';

/** The page waits as who is here and in the student's language, too (first-paint.css): everything else is still on its way. */
function dressFirstPaint(): void {
  const { documentElement } = document;
  documentElement.dataset['session'] = isSignedIn ? 'in' : 'out';
  documentElement.dataset['theme'] = readHabit('theme') ?? '';
  if (!isFrench) return;
  documentElement.lang = 'fr-CA';
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/app.fr.webmanifest');
}

/** What the build says of itself in the page (scripts/build/inline-boot.ts). */
interface Build {
  readonly student?: readonly string[];
  readonly french?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const build = JSON.parse(document.getElementById('flint-build')?.textContent ?? '{}') as Build;

/** The app would ask for these only when it runs. */
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

/** A file of the page's own tags that was refused or did not come is downloaded past the cache, and asked for once more. */
function healOwnFiles(): void {
  const healed = new Set<string>();
  const handleError = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('script[defer], body > link')) return;
    const url = target.getAttribute('src') ?? target.getAttribute('href') ?? '';
    if (healed.has(url)) return;
    healed.add(url);
    // a copy made by cloneNode() would not run
    const again = document.createElement(target.localName);
    for (const { name, value } of target.attributes) again.setAttribute(name, value);
    files.heal(url).then(() => target.replaceWith(again), silence);
  };
  document.addEventListener('error', handleError, true);
}

const silence = () => undefined; // whoever uses the promise reports its failure

if (build.files) files.add(new URL('/', location.href).href, build.files, { remote: '', version: '' });
healOwnFiles();
dressFirstPaint();
fetchWhatIsSure();
globalThis.__zod_globalConfig = { jitless: true };
const addresses = inPage ? Promise.resolve(inPage) : fetchAddresses();
const config = fetch('/api/v1/config', { headers: { accept: 'application/json' } });
const early = screen && askEarly(session, [screenOfPath(location.pathname)!, screen]);
const boot: Boot = { addresses, inPage, config, early, callback, warmed: {} };
window.flintBoot = boot;
config.catch(silence);

async function warmFirstRemote(): Promise<void> {
  const all = await addresses;
  const id = isSignedIn ? (screen ? remoteOf(screen) : '') : 'auth';
  const address = all[id];
  if (!address || address.refused) return;
  const warming = warm(address.entry, address.integrity, id);
  boot.warmed[address.entry] = warming;
  await warming;
}

warmFirstRemote().catch(silence);
