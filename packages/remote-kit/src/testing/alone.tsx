import { API_BASE } from '@flint/contracts';
import { addTexts, language } from '@flint/texts';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PlatformProvider } from '../context';
import { createDataStore, DataProvider } from '../data/store';
import { createTestStorage } from './test-storage';
import { setCredentials } from '../data/transport';
import type { Platform } from '../platform';
import type { ComponentRemote } from '../remote';
import { SCREEN_IDS, type ScreenId, type ScreenLocation, type ScreenParams } from '../screens';
import { AloneSwitches, applyTheme } from './AloneSwitches';
import { fakeApi } from './fake-api';
import { fakePlatform } from './fake-platform';
import { statesOf, type Scenarios, type ScreenState } from './scenarios';

/** The query names the screen, so that reload and Back keep it. */
function hrefOf(screen: ScreenId, params: ScreenParams = {}): string {
  const now = new URLSearchParams(window.location.search);
  const kept = ['state', 'theme'].flatMap((name) => (now.has(name) ? [[name, now.get(name)!]] : []));
  return `?${new URLSearchParams({ screen, ...params, ...Object.fromEntries(kept) }).toString()}`;
}

function locationOf(search: string, first: ScreenId, screens: readonly ScreenId[]): ScreenLocation {
  const {
    screen: named,
    state: _state,
    theme: _theme,
    ...params
  } = Object.fromEntries(new URLSearchParams(search));
  return { screen: [...screens, ...SCREEN_IDS].find((id) => id === named) ?? first, params };
}

interface Props {
  readonly remote: ComponentRemote;
  readonly screens: readonly ScreenId[];
  readonly state: string;
  readonly states: Readonly<Record<string, ScreenState>>;
}

/** A remote without the shell: a fake session, its screens, and what it reported to the shell. */
function Alone({ remote, screens, state, states }: Props) {
  const first = screens[0] ?? 'onboarding';
  const [location, setLocation] = useState(() => locationOf(window.location.search, first, screens));
  const [notice, setNotice] = useState('');
  const [store] = useState(() => createDataStore('alone', createTestStorage('alone')));
  const platform = useMemo((): Platform => {
    const fake = fakePlatform();
    const { online: isOnline, auth } = states[state]!;
    const goTo: Platform['navigation']['goTo'] = (screen, params = {}) => {
      window.history.pushState(null, '', hrefOf(screen, params));
      setLocation({ screen, params });
    };
    return {
      ...fake,
      online: isOnline,
      auth: { ...fake.auth, requestCode: auth, verifyCode: auth, signOut: auth },
      session: location.screen === 'signIn' ? { status: 'signedOut' } : fake.session,
      navigation: { location, goTo, back: () => window.history.back(), href: hrefOf },
      notify: setNotice,
    };
  }, [location, state, states]);
  const { Root } = remote;
  const isHere = screens.includes(location.screen);
  return (
    <PlatformProvider value={platform}>
      <DataProvider store={store}>
        <AloneSwitches state={state} states={Object.keys(states)} notice={notice}>
          {screens.map((screen) => (
            <a key={screen} href={hrefOf(screen)}>
              {screen}
            </a>
          ))}
        </AloneSwitches>
        <main>
          {isHere ? (
            <Root screen={location.screen} />
          ) : (
            <p>{`The remote went to ${location.screen}, which is another remote’s.`}</p>
          )}
        </main>
      </DataProvider>
    </PlatformProvider>
  );
}

/** The texts of the remote, the contracts and calls in the page's language; the components' few texts are English here. */
async function loadTexts({ texts }: ComponentRemote): Promise<void> {
  if (language() !== 'fr') return;
  const [contracts, calls] = await Promise.all([import('@flint/contracts/texts/fr'), import('../texts/fr')]);
  for (const dictionary of [contracts.fr, calls.fr, await texts?.fr()]) addTexts(dictionary ?? {});
}

/** The page itself answers API calls; all other requests (of the development server) are sent. */
function answerCalls({ routes }: ScreenState): void {
  const { fetch: real } = globalThis;
  fakeApi(routes);
  const { fetch: faked } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const isCall = new URL(url, window.location.href).pathname.startsWith(API_BASE);
    return (isCall ? faked : real)(input, init);
  };
}

/** Shows a remote by itself, in the state of its scenarios that the address names. */
export async function showAlone(
  remote: ComponentRemote,
  screens: readonly ScreenId[],
  scenarios: Scenarios = { full: {}, empty: {} },
): Promise<void> {
  const states: Readonly<Record<string, ScreenState>> = statesOf(scenarios);
  const named = new URLSearchParams(window.location.search).get('state') ?? 'full';
  const state = Object.hasOwn(states, named) ? named : 'full';
  answerCalls(states[state]!);
  applyTheme();
  await loadTexts(remote);
  setCredentials({ accessToken: () => Promise.resolve('alone'), onUnauthenticated: () => undefined });
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<Alone remote={remote} screens={screens} state={state} states={states} />);
}
