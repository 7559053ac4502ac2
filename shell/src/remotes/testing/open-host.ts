import type { MountPlatform, MountState } from '@flint/remote-kit';
import { registerScreens } from '../../routing/screens';
import { frameRemote, type ToFrame } from '../frame-host';
import type { Manifest } from '../warm';
import { FakeChannel } from './frame-channel';

export const FOLDER = 'https://clubs.test/files/';
export const STUDENT = '7db2fc24-49d4-4113-a48e-ca9a619864fc';

export const MANIFEST: Manifest = {
  metaData: { globalName: 'flint_clubs', remoteEntry: { path: '', name: 'remoteEntry.js' } },
  files: 'files/',
  integrity: { 'remoteEntry.js': 'sha384-a', 'css/a.css': 'sha384-b' },
  exposes: [{ name: 'remote', assets: { js: { sync: ['remoteEntry.js'] }, css: { sync: ['css/a.css'] } } }],
};

export const STATE: MountState = {
  screen: 'clubs',
  params: { tab: 'one' },
  config: {} as MountState['config'],
  session: { status: 'signedIn', user: { id: STUDENT, email: 'ann@campus.edu' } },
  online: true,
  language: 'en',
  locale: 'en-CA',
};

/** The platform of a screen, whose functions tests watch; `tell` is a change of its state. */
function fakePort(state: MountState) {
  const listeners = new Set<() => void>();
  let now = state;
  const platform = {
    now: () => now,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    navigation: { goTo: jest.fn(), back: jest.fn() },
    setUnsaved: jest.fn(),
    drafts: { read: jest.fn((name: string): unknown => `draft ${name}`), put: jest.fn(), drop: jest.fn() },
    data: { call: jest.fn(async (_call: object): Promise<unknown> => ({ data: 'profile' })) },
    fail: jest.fn(),
  };
  const tell = (changes: Partial<MountState>) => {
    now = { ...now, ...changes };
    listeners.forEach((listener) => listener());
  };
  return { platform, tell };
}

/** A frame that the shell has opened for the remote `clubs`; a test speaks for the guest. */
export function openHost({ state = STATE }: { readonly state?: MountState } = {}) {
  const { platform, tell } = fakePort(state);
  const release = { entry: 'https://clubs.test/mf-manifest.json', frame: { routes: ['GET /profile'] } };
  const reloadPage = jest.fn(() => new Promise<never>(() => undefined));
  const remote = frameRemote('clubs', release, MANIFEST, reloadPage);
  const element = document.body.appendChild(document.createElement('div'));
  /** How mount() ended: nothing yet, 'shown', or its error. */
  let ended = '';
  Promise.resolve(remote.mount(element, platform as unknown as MountPlatform)).then(
    () => (ended = 'shown'),
    (error: Error) => (ended = error.message),
  );
  const frame = element.querySelector('iframe')!;
  const { port1, port2 } = FakeChannel.latest;
  const said = port1.said as ToFrame[];
  const say = (message: object | string) =>
    port2.postMessage(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    platform,
    tell,
    reloadPage,
    remote,
    element,
    frame,
    guest: port2,
    say,
    sayUnchecked: (data: unknown) => port2.postMessage(data),
    said,
    isClosed: () => port1.isClosed,
    load: () => frame.dispatchEvent(new Event('load')),
    /** Lets promises settle. */
    settle: () => jest.advanceTimersByTimeAsync(0),
    ended: () => ended,
    /** Why the frame was removed, as the student's panel or mount() got it; empty while it stands. */
    cut: async () => {
      await jest.advanceTimersByTimeAsync(0);
      const [error] = platform.fail.mock.calls.flat() as Error[];
      return error?.message ?? (ended === 'shown' ? '' : ended);
    },
    /** Starts and shows the screen, and answers pings from then on. */
    show: () => {
      frame.dispatchEvent(new Event('load'));
      port2.addEventListener('message', (event) => {
        if ((event as MessageEvent<ToFrame>).data.type === 'ping') say({ type: 'alive' });
      });
      port2.start();
      say({ type: 'hello' });
      say({ type: 'shown' });
    },
  };
}

const screenNamed = (id: string, en: string) => ({
  id,
  route: `/${id}`,
  title: { en, fr: en },
  icon: 'star',
});

/** What jsdom lacks for a frame, and the screens of the remote in it. */
function stubFrames(): void {
  registerScreens({ clubs: { screens: [screenNamed('clubs', 'Clubs'), screenNamed('club', 'Club')] } });
  Object.assign(globalThis, { MessageChannel: FakeChannel });
  Object.defineProperty(HTMLIFrameElement.prototype, 'sandbox', {
    configurable: true,
    get(this: HTMLIFrameElement) {
      const set = (value: string) => this.setAttribute('sandbox', value);
      return Object.defineProperty({}, 'value', { set });
    },
  });
  document.head.innerHTML = `<script type="application/json" id="flint-build">{"frame":"/sandbox.a.html"}</script>`;
}

/** Whether the student is acting, as by a click. */
export const acting = (isActive: boolean): void =>
  void Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive } });

/** For the tests of a file: frames in jsdom, fake timers, and a page that the next test finds empty. */
export function useFrames(): void {
  beforeAll(stubFrames);
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
  });
}

/** Lets that many milliseconds of the fake timers pass. */
export const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
