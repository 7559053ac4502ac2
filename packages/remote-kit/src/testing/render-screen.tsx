import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createDataStore, DataProvider } from '../data/store';
import { undoHeld } from '../data/held-act';
import { setCredentials } from '../data/transport';
import { PlatformProvider } from '../context';
import { fakeApi, type FakeRoutes } from './fake-api';
import { fakePlatform, type FakePlatform } from './fake-platform';

interface Options {
  readonly platform?: FakePlatform;
  readonly api?: FakeRoutes;
}

/** Renders a screen inside a fake shell with a fresh store and a faked API. */
export function renderScreen(
  ui: ReactElement,
  { platform = fakePlatform(), api: routes = {} }: Options = {},
) {
  // an action held by the previous test
  undoHeld();
  const api = fakeApi(routes);
  setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const store = createDataStore();
  const view = render(
    <PlatformProvider value={platform}>
      <DataProvider store={store}>{ui}</DataProvider>
    </PlatformProvider>,
  );
  return { ...view, platform, api, store };
}
