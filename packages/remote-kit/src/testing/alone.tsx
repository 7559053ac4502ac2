import { addTexts, chooseLanguage, language, LANGUAGES, type Language } from '@flint/texts';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PlatformProvider } from '../context';
import { createDataStore, DataProvider } from '../data/store';
import { setCredentials } from '../data/transport';
import type { Platform } from '../platform';
import type { RemoteModule } from '../remote';
import { SCREEN_IDS, type ScreenId, type ScreenLocation, type ScreenParams } from '../screens';
import { fakePlatform } from './fake-platform';

/** Screens live in the query here, so that a reload and the back button stay at the screen at work. */
const hrefOf = (screen: ScreenId, params: ScreenParams = {}) =>
  `?${new URLSearchParams({ screen, ...params }).toString()}`;

function locationOf(search: string, first: ScreenId): ScreenLocation {
  const { screen: named, ...params } = Object.fromEntries(new URLSearchParams(search));
  return { screen: SCREEN_IDS.find((id) => id === named) ?? first, params };
}

interface Props {
  readonly remote: RemoteModule;
  readonly screens: readonly ScreenId[];
}

/** A remote without the shell around it: a fake session, the screens it has, and what it told the shell. */
function Alone({ remote, screens }: Props) {
  const first = screens[0] ?? 'onboarding';
  const [location, setLocation] = useState(() => locationOf(window.location.search, first));
  const [notice, setNotice] = useState('');
  const [store] = useState(createDataStore);
  const platform = useMemo((): Platform => {
    const fake = fakePlatform();
    const goTo: Platform['navigation']['goTo'] = (screen, params = {}) => {
      window.history.pushState(null, '', hrefOf(screen, params));
      setLocation({ screen, params });
    };
    return {
      ...fake,
      session: location.screen === 'signIn' ? { status: 'signedOut' } : fake.session,
      navigation: { location, goTo, back: () => window.history.back(), href: hrefOf },
      notify: setNotice,
    };
  }, [location]);
  const { Root } = remote;
  const isHere = screens.includes(location.screen);
  return (
    <PlatformProvider value={platform}>
      <DataProvider store={store}>
        <nav aria-label="Screens of this remote" style={{ display: 'flex', gap: '1rem', padding: '1rem' }}>
          {screens.map((screen) => (
            <a key={screen} href={hrefOf(screen)}>
              {screen}
            </a>
          ))}
          {(Object.keys(LANGUAGES) as Language[]).map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === language()}
              onClick={() => chooseLanguage(id)}
            >
              {id}
            </button>
          ))}
          <span role="status">{notice}</span>
        </nav>
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

/** What the remote, the contracts and calls say in the page's language; the few words of the components stay English here. */
async function loadTexts({ texts }: RemoteModule): Promise<void> {
  if (language() !== 'fr') return;
  const [contracts, calls] = await Promise.all([import('@flint/contracts/texts/fr'), import('../texts/fr')]);
  for (const dictionary of [contracts.fr, calls.fr, await texts?.fr()]) addTexts(dictionary ?? {});
}

/** Shows a remote by itself in the page; `npm run alone -w mfe-offers` serves it with an API of canned answers. */
export async function showAlone(remote: RemoteModule, screens: readonly ScreenId[]): Promise<void> {
  await loadTexts(remote);
  setCredentials({ accessToken: () => Promise.resolve('alone'), onUnauthenticated: () => undefined });
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<Alone remote={remote} screens={screens} />);
}
