import { render } from '@testing-library/react';
import { useEffect, type ReactElement } from 'react';
import { createDataStore, DataProvider, type DataStore } from '../data/store';
import type { OutboxStorage } from '../outbox/parts';
import { reportUnsaved } from '../outbox/report-unsaved';
import { undoHeld } from '../data/held-act';
import { setCredentials } from '../data/transport';
import { PlatformProvider, usePlatform } from '../context';
import { fakeApi, type FakeRoutes } from './fake-api';
import { fakePlatform, type FakePlatform } from './fake-platform';
import { createTestStorage } from './test-storage';

interface Options {
  readonly platform?: FakePlatform;
  readonly api?: FakeRoutes;
  readonly storage?: OutboxStorage;
}

let last: DataStore | undefined;

/** What the shell shows in its status line. */
function Report({ store }: { readonly store: DataStore }) {
  const { setUnsaved } = usePlatform();
  useEffect(() => reportUnsaved(store.outbox, setUnsaved), [store, setUnsaved]);
  return null;
}

/** Renders a screen inside a fake shell with a fresh store and a faked API. */
export function renderScreen(
  ui: ReactElement,
  { platform = fakePlatform(), api: routes = {}, storage }: Options = {},
) {
  // an action held by the previous test
  undoHeld();
  const api = fakeApi(routes);
  setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const { session } = platform;
  const userId = 'user' in session ? session.user.id : 'nobody';
  const store = createDataStore(userId, storage ?? createTestStorage(userId));
  // the page before was closed
  last?.outbox.end();
  last = store;
  void store.outbox.open();
  const page = (at: FakePlatform) => (
    <PlatformProvider value={at}>
      <DataProvider store={store}>
        {ui}
        <Report store={store} />
      </DataProvider>
    </PlatformProvider>
  );
  const view = render(page(platform));
  /** As when the address or the connection has changed. */
  const again = (changed: FakePlatform) => view.rerender(page(changed));
  return { ...view, platform, api, store, again };
}
