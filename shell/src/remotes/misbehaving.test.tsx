import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  PlatformProvider,
  REMOTE_CONTRACT,
  type ComponentRemote,
  type RemoteId,
  type ScreenId,
} from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { use, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { rethrow, ShellBoundary } from '../frame/ShellBoundary';
import type { LoadedRemote } from './registry';
import { RemoteScreen } from './RemoteScreen';
import { createRemoteStore } from './remote-store';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

type Root = ComponentRemote['Root'];

const remoteWith = (id: RemoteId, Root: Root): LoadedRemote => ({
  module: { contract: REMOTE_CONTRACT, id, Root },
  version: '1.0.0',
  release: { entry: `http://remote/${id}/mf-manifest.json`, version: '1.0.0' },
  styles: [],
});
const Works: Root = ({ screen: id }) => <h1>{id} screen</h1>;

let reports: string[];
beforeEach(() => {
  reports = [];
  jest
    .spyOn(console, 'error')
    .mockImplementation((line) => void reports.push(typeof line === 'string' ? line : ''));
});
afterEach(() => jest.useRealTimers());

/** A page whose offers are the given remote; every other remote works. */
function openPage(offers: Root) {
  const store = createRemoteStore(async (id) => remoteWith(id, id === 'offers' ? offers : Works));
  const page = (child: ReactNode, place: object, session = 'signed in') => (
    <ShellBoundary place={session}>
      <nav>the frame</nav>
      {session === 'signed in' ? (
        <ShellBoundary place={place} renderFallback={rethrow}>
          {child}
        </ShellBoundary>
      ) : (
        <h1>{session}</h1>
      )}
    </ShellBoundary>
  );
  const at = (id: ScreenId, params = {}) => {
    const { navigation, ...platform } = fakePlatform();
    const location = { screen: id, params };
    return page(
      <PlatformProvider value={{ ...platform, navigation: { ...navigation, location } }}>
        <RemoteScreen screen={id} store={store} skeleton={<p>skeleton</p>} />
      </PlatformProvider>,
      location,
    );
  };
  const { rerender } = render(at('offers'));
  const show = (ui: ReactNode) => act(async () => rerender(ui));
  return {
    store,
    goTo: (id: ScreenId, params = {}) => show(at(id, params)),
    goElsewhere: () => show(page(<h1>no screen</h1>, {})),
    signOut: () => show(page(null, {}, 'signed out')),
  };
}

const heading = (name: string) => screen.findByRole('heading', { name });
const fail = (): never => {
  throw new TypeError('Ada likes chess');
};

describe('a remote that fails as it is left', () => {
  const LEAVES: Readonly<Record<string, Root>> = {
    'the end of its effect': () => {
      useEffect(() => fail, []);
      return <h1>offers screen</h1>;
    },
    'the end of its layout effect': () => {
      useLayoutEffect(() => fail, []);
      return <h1>offers screen</h1>;
    },
    'its reference': () => <h1 ref={() => fail}>offers screen</h1>,
  };
  const TO: Readonly<
    Record<string, readonly [(page: ReturnType<typeof openPage>) => Promise<unknown>, string]>
  > = {
    'a screen that has to be loaded': [({ goTo }) => goTo('photos'), 'photos screen'],
    'a screen that was loaded ahead': [
      async ({ store, goTo }) => {
        act(() => store.adopt('photos', remoteWith('photos', Works)));
        await goTo('photos');
      },
      'photos screen',
    ],
    'an address without a screen': [({ goElsewhere }) => goElsewhere(), 'no screen'],
    'the page after signing out': [({ signOut }) => signOut(), 'signed out'],
  };
  const [first = ''] = Object.keys(LEAVES);
  const cases = Object.entries(LEAVES).flatMap(([place, Root]) =>
    Object.entries(TO)
      // how it fails matters once, where it is left for matters with the latest of its failures
      .filter((_to, at) => at === 0 || place === first)
      .map(([to, [go, shown]]) => ({ place, to, Root, go, shown })),
  );

  it.each(cases)('in $place - for $to - leaves the next page intact', async ({ Root, go, shown }) => {
    const page = openPage(Root);
    await heading('offers screen');
    await go(page);
    expect(await heading(shown)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(reports.join()).not.toMatch(/photos/);
  });
});

describe('a remote that fails in one address of its screen', () => {
  it('left for another address of the screen, as by Back - is shown again', async () => {
    let bad = true;
    const { goTo } = openPage(() => (bad ? fail() : <h1>offers screen</h1>));
    await heading('Unable to Load Offers');
    bad = false;
    await goTo('offers', { offer: 'x' });
    expect(await heading('offers screen')).toBeVisible();
  });
});

describe('a remote that waits by suspending', () => {
  it('and goes on - shows the skeleton meanwhile, then its screen', async () => {
    let arrive = () => undefined as void;
    const data = new Promise<void>((resolve) => (arrive = resolve));
    openPage(() => (use(data), (<h1>offers screen</h1>)));
    expect(await screen.findByText('skeleton')).toBeVisible();
    await act(async () => arrive());
    expect(await heading('offers screen')).toBeVisible();
  });

  it('and never goes on - leaves the frame alive, and is a failed screen after twenty seconds', async () => {
    jest.useFakeTimers();
    const never = new Promise<void>(() => undefined);
    const { store, goTo } = openPage(Works);
    await act(async () => undefined);
    act(() =>
      store.adopt(
        'photos',
        remoteWith('photos', () => (use(never), null)),
      ),
    );
    await goTo('photos');
    expect(screen.queryByRole('heading', { name: 'offers screen' })).toBeNull();
    expect(screen.getByText('skeleton')).toBeVisible();
    await act(async () => jest.advanceTimersByTime(20_000));
    expect(screen.getByRole('heading', { name: 'Unable to Load Photos' })).toBeVisible();
    await goTo('offers');
    expect(screen.getByRole('heading', { name: 'offers screen' })).toBeVisible();
  });
});

describe('a remote that throws what is no error', () => {
  it.each([
    ['nothing', null],
    ['an object without text', Object.create(null) as object],
    ['a symbol', Symbol('x')],
  ])('%s - at load, or while rendering - is a failed screen', async (_what, thrown) => {
    const store = createRemoteStore(() => Promise.reject(thrown as Error));
    const { unmount } = render(
      <PlatformProvider value={fakePlatform()}>
        <RemoteScreen screen="offers" store={store} skeleton={<p>skeleton</p>} />
      </PlatformProvider>,
    );
    expect(await heading('Unable to Load Offers')).toBeVisible();
    unmount();
    openPage(() => {
      throw thrown;
    });
    expect(await heading('Unable to Load Offers')).toBeVisible();
    expect(screen.getByText('the frame')).toBeVisible();
  });
});

describe('the focus', () => {
  it('on Try again - once the screen is there - moves to its heading', async () => {
    document.body.innerHTML = '<main id="main"></main>';
    const load = jest
      .fn<Promise<LoadedRemote>, []>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(remoteWith('offers', () => <h1 data-page-heading>offers screen</h1>));
    render(
      <PlatformProvider value={fakePlatform()}>
        <RemoteScreen screen="offers" store={createRemoteStore(load)} skeleton={<p>skeleton</p>} />
      </PlatformProvider>,
      { container: document.getElementById('main')! },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await heading('offers screen')).toHaveFocus();
  });
});
