/**
 * The script of a foreign remote's frame: it runs the files that the shell hands over, and speaks for the remote (`frame-host.ts`). The build writes
 * it into the frame's document, whose policy allows no address, so what the remote would load by one is asked of the shell instead.
 */
import type { FrameMessage } from '@flint/contracts/frame/messages';
import type { AuthResult, MountCall, MountPlatform, MountRemote, RemoteModule } from '@flint/remote-kit';
import { createCatalogue, spaced, type Dictionary, type Language } from '@flint/texts/catalogue';
import { listenToErrors } from '../telemetry/listen-to-errors';
import { frenchOf } from '../texts/french-of';
import type { FrameState, ToFrame } from './frame-host';

type Start = Extract<ToFrame, { readonly type: 'start' }>;
type Answered = Awaited<ReturnType<MountPlatform['data']['call']>>;
type Ask<Message = FrameMessage> = Message extends { readonly n: number } ? Omit<Message, 'n'> : never;

/** Least time between two reports of the height. */
const MEASURE_MS = 100;

const place = document.getElementById('place')!;
const add = Node.prototype.appendChild;

function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

/** Runs the text of a script, as a file of its own. */
function run(
  script: HTMLScriptElement,
  text: string,
  insertIt: () => unknown = () => add.call(document.head, script),
) {
  script.removeAttribute('integrity');
  script.removeAttribute('crossorigin');
  script.src = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  insertIt();
}

function connect(port: MessagePort): void {
  const answers = new Map<number, (value: unknown) => void>();
  const listeners = new Set<() => void>();
  let state: FrameState;
  let asked = 0;
  const say = (message: FrameMessage) => port.postMessage(JSON.stringify(message));
  const ask = (message: Ask): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1;
      answers.set(asked, resolve);
      say({ ...message, n: asked } as FrameMessage);
    });
  const fail = (error: unknown) => say({ type: 'fail', why: String(error).slice(0, 500) });
  const read = async (name: string): Promise<string> => {
    const text = await ask({ type: 'file', name });
    if (typeof text !== 'string') throw new TypeError(`${name} did not arrive`);
    return text;
  };

  /** Scripts and styles that a bundler adds to the page by their address run from what the shell hands over. */
  function interceptFiles(names: readonly string[]): void {
    const isLent = (node: Node): node is HTMLScriptElement | HTMLLinkElement =>
      (node instanceof HTMLScriptElement || (node instanceof HTMLLinkElement && node.rel === 'stylesheet')) &&
      names.includes(nameOf(node));
    const nameOf = (node: HTMLScriptElement | HTMLLinkElement) =>
      ('src' in node ? node.src : node.href).split('/').pop()!;
    const lend = async (node: HTMLScriptElement | HTMLLinkElement, insertIt: () => unknown) => {
      try {
        const text = await read(nameOf(node));
        if (node instanceof HTMLScriptElement) return run(node, text, insertIt);
        addStyles(text);
        node.dispatchEvent(new Event('load'));
      } catch {
        node.dispatchEvent(new Event('error'));
      }
    };
    for (const name of ['appendChild', 'insertBefore'] as const) {
      const original = Node.prototype[name] as (...given: Node[]) => Node;
      Node.prototype[name] = function add(this: Node, ...given: [Node, ...Node[]]) {
        const insertIt = () => original.apply(this, given);
        if (!isLent(given[0])) return insertIt();
        void lend(given[0], insertIt);
        return given[0];
      } as never;
    }
  }

  function dress({ root, language, locale }: FrameState): void {
    for (const [name, value] of Object.entries(root)) document.documentElement.setAttribute(name, value);
    document.documentElement.lang ||= language === 'fr' ? locale : language;
  }

  /** Tells the height of the screen, whatever it is in. One that is taller than the frame may be scrolls in it. */
  function measure(tallest: number): void {
    let [told, timer] = [-1, 0];
    const tell = () => {
      timer = 0;
      const { height } = place.getBoundingClientRect();
      document.documentElement.style.overflowY = height > tallest ? 'auto' : '';
      const pixels = Math.min(Math.ceil(height), tallest);
      if (pixels !== told) say({ type: 'height', pixels: (told = pixels) });
    };
    new ResizeObserver(() => (timer ||= window.setTimeout(tell, MEASURE_MS))).observe(place);
  }

  /** The shell follows a link to a screen, and offers one to the outside; the browser would show an error in place of the screen. */
  function followLinks(routes: Start['routes']): void {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
      const href = link?.getAttribute('href') ?? '#';
      if (href.startsWith('#') || event.defaultPrevented) return;
      event.preventDefault();
      if (!URL.canParse(href, location.href)) return;
      const { href: url, origin, pathname, searchParams } = new URL(href, location.href);
      if (origin !== location.origin) return say({ type: 'open', url: url.slice(0, 1_000) });
      const screen = Object.keys(routes).find((id) => routes[id] === pathname);
      if (!screen) return;
      say({ type: 'goTo', screen, params: Object.fromEntries(searchParams) });
    });
  }

  function platformOf({ routes, drafts: stored }: Start, words: ReadonlyMap<string, Dictionary[string]>) {
    const drafts = new Map(Object.entries(stored));
    const catalogue = createCatalogue(state.language as Language, (text) => words.get(text));
    /** The session belongs to the page. */
    const refuse = (): Promise<AuthResult> => Promise.resolve({ ok: false, message: '', code: 'forbidden' });
    const platform: MountPlatform = {
      now: () => state,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      auth: {
        requestCode: refuse,
        verifyCode: refuse,
        signOut: refuse,
        accessToken: () => Promise.resolve(null),
      },
      navigation: {
        goTo: (screen, params = {}, { replace = false } = {}) =>
          say({ type: 'goTo', screen, params: { ...params }, replace }),
        back: () => say({ type: 'back' }),
        href: (screen, params = {}) =>
          [routes[screen] ?? '/', new URLSearchParams(params).toString()].filter(Boolean).join('?'),
      },
      notify: (text, tone) => say({ type: 'notify', text, tone }),
      setUnsaved: (key, text, { keptOnDevice = false } = {}) =>
        say({ type: 'unsaved', key, text, keptOnDevice }),
      t: (text, values) => catalogue.t(text, values),
      drafts: {
        read: (name) => drafts.get(name) ?? null,
        put(name, value) {
          drafts.set(name, value);
          say({ type: 'draft', name, value });
        },
        drop(name) {
          drafts.delete(name);
          say({ type: 'draft', name });
        },
      },
      data: {
        call: ({ signal: _signal, ...call }: MountCall) =>
          ask({ type: 'call', ...call }) as Promise<Answered>,
      },
      fail,
    };
    return platform;
  }

  /** Runs the container of the remote, which shares nothing with anybody, and returns the remote. */
  async function load({ id, entry, globalName }: Start): Promise<MountRemote> {
    const script = document.createElement('script');
    const text = await read(entry);
    await new Promise((resolve, reject) => {
      Object.assign(script, { onload: resolve, onerror: reject });
      run(script, text);
    });
    interface Container {
      init(scope: object): unknown;
      get(name: string): Promise<() => { readonly default: RemoteModule }>;
    }
    const container = (globalThis as unknown as Record<string, Container | undefined>)[globalName];
    if (!container) throw new TypeError(`${entry} makes no ${globalName}`);
    await container.init({});
    const remote = (await container.get('./remote'))().default;
    if (remote.id !== id || !('mount' in remote)) throw new TypeError(`${id} is no remote with mount()`);
    return remote;
  }

  async function start(message: Start): Promise<void> {
    const { look, routes, files, styles } = message;
    state = message.state;
    dress(state);
    // the frame is as tall as its screen, so nothing in it may be as tall as the frame
    addStyles(`${look}
html, body { height: auto !important; min-height: 0 !important; background: none !important; overflow-y: hidden; }
#place { display: flow-root; }`);
    interceptFiles(files);
    (await Promise.all(styles.map(read))).forEach(addStyles);
    const remote = await load(message);
    const words = new Map<string, Dictionary[string]>();
    const french = state.language === 'fr' ? await frenchOf(remote) : {};
    for (const [text, translated] of Object.entries(french)) words.set(text, spaced(translated));
    measure(message.tallest);
    followLinks(routes);
    // the policy sends no form, and the frame would show an error in place of the screen
    addEventListener('submit', (event) => {
      if ((event.target as HTMLFormElement).method !== 'dialog') event.preventDefault();
    });
    // the shell gave the frame the focus of a new screen
    addEventListener('focus', () => {
      if (document.activeElement !== document.body) return;
      const heading = place.querySelector<HTMLElement>('[data-page-heading], h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    await remote.mount(place, platformOf(message, words));
    say({ type: 'shown' });
    // the first says all that the shell counts
    const stop = listenToErrors(() => (stop(), say({ type: 'threw' })));
  }

  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') return say({ type: 'alive' });
    if (data.type === 'answer') {
      answers.get(data.n)?.(data.value);
      answers.delete(data.n);
    } else if (data.type === 'state') {
      state = data.state;
      dress(state);
      listeners.forEach((listener) => listener());
    } else start(data).catch(fail);
  });
  port.start();
  say({ type: 'hello' });
}

addEventListener(
  'message',
  ({ source, ports: [port] }) => {
    if (source === parent && port) connect(port);
  },
  { once: true },
);
