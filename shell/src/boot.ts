/**
 * The first script, tiny and a part of the page itself (scripts/build/app-files.ts): it runs before anything is painted, and
 * settings, the addresses of the remotes and the remote this route needs are on their way while the shell itself still downloads.
 */
import { language } from '@flint/texts';
import { addressesInPage, fetchAddresses, type RemoteAddresses } from './remotes/addresses';
import { warm, type Manifest } from './remotes/warm';
import { remoteOfPath, screenOfPath } from './routing/paths';
import { askEarly, type EarlyAsked } from './session/early-answers';
import { readStoredSession } from './session/stored-session';

export interface Boot {
  /** Taken by the first who asks; a retry goes to the network. */
  addresses?: Promise<RemoteAddresses> | undefined;
  config?: Promise<Response> | undefined;
  /** What the first screen shows, asked for before its code is here. */
  readonly early?: EarlyAsked | null;
  readonly warmed: Record<string, Promise<Manifest> | undefined>;
}

declare global {
  interface Window {
    flintBoot?: Boot;
  }
  // zod reads it at load: under our CSP its probe for eval would be a reported violation
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

const session = readStoredSession();
const isSignedIn = session !== null;
const screen = screenOfPath(location.pathname);
const isFrench = language() === 'fr';

/** The page waits as who is here and in the student's language, too (first-paint.css): everything else is still on its way. */
function dressFirstPaint(): void {
  const { documentElement } = document;
  documentElement.dataset['session'] = isSignedIn ? 'in' : 'out';
  if (!isFrench) return;
  documentElement.lang = 'fr-CA';
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/app.fr.webmanifest');
}

/** The app would ask for these only when it runs. The build lists them in the page (scripts/build/inline-boot.ts). */
function fetchWhatIsSure(): void {
  const sure = JSON.parse(document.getElementById('flint-sure')?.textContent ?? '{}') as Record<
    string,
    string[]
  >;
  const files = [...((isSignedIn && sure['student']) || []), ...((isFrench && sure['french']) || [])];
  for (const href of files) {
    const as = href.endsWith('.css') ? 'style' : 'script';
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href }));
  }
}

const silence = () => undefined; // whoever uses the promise reports its failure

dressFirstPaint();
fetchWhatIsSure();
globalThis.__zod_globalConfig = { jitless: true };
const inPage = addressesInPage();
const addresses = inPage ? Promise.resolve(inPage) : fetchAddresses();
const config = fetch('/api/v1/config', { headers: { accept: 'application/json' } });
const early = session && screen && askEarly(session, screen);
const boot: Boot = { addresses, config, early, warmed: {} };
window.flintBoot = boot;
config.catch(silence);

async function warmFirstRemote(): Promise<void> {
  const all = await addresses;
  const address = all[isSignedIn ? (remoteOfPath(location.pathname) ?? '') : 'auth'];
  if (!address) return;
  const warming = warm(address.entry, address.integrity);
  boot.warmed[address.entry] = warming;
  await warming;
}

warmFirstRemote().catch(silence);
