import type { ScreenId, SessionState } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { App } from './App';
import { emptyPrivateCaches } from './offline/private-caches';
import { useWorker } from './offline/use-worker';
import { setWorkerState } from './offline/worker-state';
import { setWaiting } from './platform/news';
import { unsaved } from './platform/unsaved';
import { createLanding } from './routing/landing';
import { screenOfPath } from './routing/paths';
import { registerScreens } from './routing/screens';
import type { SessionStore } from './session/session-store';
import { measureLater } from './telemetry/measure';

interface FrameProps {
  readonly data: { readonly goOn?: (screen: ScreenId) => void };
  readonly children: ReactNode;
}
let frame: FrameProps['data'];
let frames = 0;
jest.mock('./frame/load-frame', () => ({
  Frame: ({ data, children }: FrameProps) => {
    useEffect(() => void (frames += 1), []);
    frame = data;
    return children;
  },
}));
jest.mock('./remotes/RemoteScreen', () => ({
  RemoteScreen: ({ screen, skeleton }: { screen: ScreenId; skeleton: ReactNode }) => (
    <>
      screen:{screen} {skeleton}
    </>
  ),
}));
jest.mock('./remotes/federation', () => ({ loadExposed: () => undefined }));
jest.mock('./frame/NotFound', () => ({ NotFound: () => 'no such screen' }));
jest.mock('./offline/private-caches', () => ({ emptyPrivateCaches: jest.fn() }));
jest.mock('./offline/use-worker', () => ({ useWorker: jest.fn() }));
jest.mock('./telemetry/measure', () => ({ measureLater: jest.fn() }));

const ANN: SessionState = { status: 'signedIn', user: { id: 'ann', email: 'ann@campus.edu' } };
const OUT: SessionState = { status: 'signedOut' };
const config = { appName: 'Ember', universityName: 'x', universityEmailHost: 'y', universityTimezone: 'UTC' };

/** Opens an address as a visit of its own; with the `state` of its history entry, as a reload. */
async function open(address: string, session: SessionState, state: unknown = null) {
  history.replaceState(state, '', address);
  const store = createStore(session);
  const landing = createLanding();
  const page = render(
    <App config={config} store={store as never as SessionStore} actions={{} as never} landing={landing} />,
  );
  await act(async () => undefined);
  const become = (next: SessionState) => act(async () => store.set(next));
  /** By a code that is verified here, or in another tab. */
  const signIn = (isHere = true) => {
    if (isHere) landing.expect();
    return become(ANN);
  };
  return { become, signIn, landing, shown: () => page.container.textContent };
}
const address = () => location.pathname + location.search;
/** Navigates inside the app. */
const goTo = (path: string) =>
  act(async () => {
    history.pushState({ key: path, idx: 1 }, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

beforeEach(() => {
  jest.clearAllMocks();
  frames = 0;
  window.scrollTo = () => undefined;
});

describe('the screen at an address', () => {
  it.each([
    ['/', 'onboarding'],
    ['/availability', 'availability'],
    ['/photos', 'photos'],
    ['/profile', 'profile'],
    ['/offers', 'offers'],
    ['/offers/', 'offers'],
    ['/offers//', 'offers'],
    ['/OFFERS', null],
    ['/offers/1', null],
    ['/matches', 'matches'],
    ['/auth/v1', null],
    ['/elsewhere', null],
  ])('%s - by the router, and as the first script expects it - is %s', async (path, id) => {
    expect(screenOfPath(path)).toBe(id);
    const { shown } = await open(path, ANN);
    expect(shown()).toContain(id ? `screen:${id} ` : 'no such screen');
  });

  it('a screen that the registry adds while its address is open - is shown', async () => {
    const { shown } = await open('/clubs', ANN);
    expect(shown()).toBe('no such screen');
    const clubs = { id: 'clubs', route: '/clubs', title: { en: 'Clubs', fr: 'Associations' }, icon: 'globe' };
    act(() => registerScreens({ clubs: { screens: [clubs] } }));
    expect(shown()).toContain('screen:clubs ');
    act(() => registerScreens({}));
  });

  it('while the session is read - is not known yet; the worker and the measuring start, once', async () => {
    const { become, shown } = await open('/photos', { status: 'loading' });
    expect(shown()).toBe('Loading…');
    expect(useWorker).toHaveBeenCalled();
    await become(ANN);
    expect(shown()).toBe('screen:photos Photos is loading…');
    expect(measureLater).toHaveBeenCalledTimes(1);
  });

  it.each([
    // the offers lead to sign-in’s own address
    ['/offers?tab=sent', '/auth', '/offers?tab=sent'],
    ['/photos', '/photos', '/photos'],
    ['/auth', '/auth', '/'],
    ['/nowhere', '/nowhere', '/'],
  ])('%s, signed out - is sign-in at %s, which leads to %s', async (asked, at, next) => {
    unsaved.setUnsaved('photos', 'of somebody else');
    const { signIn, shown } = await open(asked, OUT);
    expect(shown()).toContain('screen:signIn Sign In is loading…');
    expect([address(), document.title]).toEqual([at, 'Sign In · Ember']);
    expect(unsaved.get()).toEqual([]);
    expect(emptyPrivateCaches).toHaveBeenCalledTimes(1);
    await signIn();
    expect(address()).toBe(next);
  });

  it('sign-in that is reloaded - still leads to the address that was asked for', async () => {
    await open('/offers?tab=sent', OUT);
    cleanup();
    const { signIn } = await open(address(), OUT, history.state);
    expect(address()).toBe('/auth');
    await signIn();
    expect(address()).toBe('/offers?tab=sent');
  });

  it('after a sign-out on this page - is home for the next student', async () => {
    const { become, signIn, landing } = await open('/profile', ANN);
    await become(OUT);
    await signIn();
    expect(address()).toBe('/');
    expect(landing.stateFor('/offers')).toBeNull();
  });

  it('after signing out, and in again without a navigation - has the focus on its heading, once that is there', async () => {
    const { become } = await open('/', ANN);
    for (const session of [OUT, ANN]) {
      await become(session);
      const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main' }));
      main.innerHTML = '<h1>Here</h1>';
      await act(async () => undefined);
      expect(screen.getByRole('heading')).toHaveFocus();
      main.remove();
    }
  });

  it('after a wrong code - stays, when the session comes back elsewhere', async () => {
    const { become, signIn, landing } = await open('/profile', ANN);
    await become(OUT);
    landing.expect();
    landing.forget();
    await signIn(false);
    expect(address()).toBe('/profile');
  });

  it('that nothing is at - says so; the title names it, and how many offers wait', async () => {
    const { shown } = await open('/nowhere', ANN);
    expect([shown(), document.title]).toEqual(['no such screen', 'Page not found · Ember']);
    act(() => setWaiting(2));
    await goTo('/matches');
    expect([shown(), document.title]).toEqual(['screen:matches Matches is loading…', '(2) Matches · Ember']);
    // the frame and its state stay
    expect([history.scrollRestoration, frames]).toEqual(['manual', 1]);
    act(() => setWaiting(0));
  });

  it('with a new version of the app - offers it', async () => {
    const { shown } = await open('/photos', ANN);
    expect(shown()).not.toContain('Reload');
    await act(async () => setWorkerState({ update: () => undefined }));
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
    act(() => setWorkerState({ update: null }));
  });
});

describe('the icon of the installed app', () => {
  afterEach(() => {
    delete (navigator as { setAppBadge?: unknown }).setAppBadge;
    act(() => setWaiting(0));
  });

  it.each([OUT, ANN])(
    'at a start with the session %j - no longer shows the number of the last visit - and then how many offers wait',
    async (session) => {
      const setAppBadge = jest.fn(async (_count: number) => undefined);
      Object.assign(navigator, { setAppBadge });
      await open('/photos', session);
      for (const count of [0, 2, 2, 1, 0]) act(() => setWaiting(count));
      expect(setAppBadge.mock.calls).toEqual([[0], [2], [1], [0]]);
    },
  );

  it('that the system does not allow - leaves the page alone', async () => {
    Object.assign(navigator, { setAppBadge: () => Promise.reject(new Error('not allowed')) });
    const { shown } = await open('/photos', ANN);
    await act(async () => setWaiting(3));
    expect(shown()).toContain('screen:photos');
  });
});

describe('home', () => {
  it.each([
    ['/', true],
    ['/?question=name', false],
    ['/photos', false],
  ])('opened as %s - leads on: %s', async (asked, isLed) => {
    await open(asked, ANN);
    expect(frame.goOn !== undefined).toBe(isLed);
  });

  it.each([
    ['here', true],
    ['in another tab', false],
  ])('after signing in %s - leads on: %s', async (_, isHere) => {
    const { signIn } = await open('/auth', OUT);
    await goTo('/');
    await signIn(isHere);
    expect([address(), frame.goOn !== undefined]).toEqual(['/', isHere]);
  });

  it('that is known late - replaces home, unless the student has gone on meanwhile', async () => {
    await open('/', ANN);
    const { length } = history;
    const { goOn } = frame;
    await act(async () => goOn!('offers'));
    expect([address(), history.length]).toEqual(['/offers', length]);
    await goTo('/photos');
    await act(async () => goOn!('matches'));
    expect(address()).toBe('/photos');
  });
});
