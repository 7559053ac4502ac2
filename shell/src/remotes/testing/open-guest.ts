import type { FrameMessage } from '@flint/contracts/frame/messages';
import type { ComponentRemote, MountPlatform, MountRemote } from '@flint/remote-kit';
import type { ToFrame } from '../frame-host';
import { FakeChannel } from './frame-channel';
import { STATE } from './open-host';

type Start = Extract<ToFrame, { readonly type: 'start' }>;

export const START: Start = {
  type: 'start',
  id: 'clubs',
  entry: 'remoteEntry.js',
  globalName: 'flint_clubs',
  files: ['remoteEntry.js', 'a.css', 'b.css', 'chunk.js'],
  styles: ['a.css'],
  look: 'h1 { color: red }',
  tallest: 20_000,
  routes: { clubs: '/clubs', offers: '/offers' },
  drafts: { idea: 'chess' },
  state: { ...STATE, root: { lang: 'en', 'data-theme': 'dark' } },
};

const { appendChild, insertBefore } = Node.prototype;
const undo: (() => void)[] = [];

/** Listeners that a guest adds end with its test. */
function forgetListenersOf(target: EventTarget): void {
  const original = target.addEventListener.bind(target);
  target.addEventListener = (...given: Parameters<typeof original>) => {
    undo.push(() => target.removeEventListener(given[0], given[1], given[2]));
    original(...given);
  };
  undo.push(() => Reflect.deleteProperty(target, 'addEventListener'));
}

export function closeGuest(): void {
  Object.assign(Node.prototype, { appendChild, insertBefore });
  for (const work of undo.splice(0).toReversed()) work();
  document.head.replaceChildren();
  document.body.replaceChildren();
}

/** Loads the script of the frame into a document like the frame's. A test speaks for the shell. */
export function loadGuest() {
  document.body.innerHTML = '<div id="place"></div>';
  const styles: { text: string }[] = [];
  const blobs: string[] = [];
  const resized: (() => void)[] = [];
  Object.assign(document, { adoptedStyleSheets: styles });
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      text = '';
      replaceSync(text: string) {
        this.text = text;
      }
    },
    ResizeObserver: class {
      constructor(private readonly tell: () => void) {}
      observe = (element: Element) => element.id === 'place' && resized.push(this.tell);
    },
    Blob: class {
      constructor(readonly parts: readonly string[]) {}
    },
  });
  URL.createObjectURL = (blob) => {
    const [text = ''] = (blob as unknown as { readonly parts: readonly string[] }).parts;
    return `blob:${blobs.push(text)}`;
  };
  for (const target of [window, document]) forgetListenersOf(target);
  jest.isolateModules(() => void require('../frame-guest'));
  const { port1, port2 } = new FakeChannel();
  const said: FrameMessage[] = [];
  port1.addEventListener('message', (event) =>
    said.push(JSON.parse((event as MessageEvent<string>).data) as FrameMessage),
  );
  port1.start();
  const greet = (source: unknown = parent, ports: unknown[] = [port2]) =>
    dispatchEvent(Object.assign(new Event('message'), { source, ports }));
  const say = (message: ToFrame) => port1.postMessage(message);
  const settle = () => jest.advanceTimersByTimeAsync(0);
  /** Answers what it asks for; files have their name as text. */
  const answer = async (valueOf = (name: string): unknown => `text of ${name}`) => {
    for (const message of said)
      if (message.type === 'file') say({ type: 'answer', n: message.n, value: valueOf(message.name) });
    await settle();
  };
  return {
    greet,
    say,
    said,
    styles,
    blobs,
    resized,
    settle,
    answer,
    place: document.getElementById('place')!,
  };
}

/** A guest that has started this remote; `end` is what its container's script does: load, or fail. */
export async function startGuest(
  remote: Partial<MountRemote> | Pick<ComponentRemote, 'Root'> = {},
  changes: Partial<Start> = {},
  end: 'load' | 'error' = 'load',
) {
  const guest = loadGuest();
  let platform!: MountPlatform;
  const mount = (_element: HTMLElement, given: MountPlatform) => void (platform = given);
  const calls: unknown[] = [];
  const exposed = {
    contract: 1,
    id: 'clubs',
    ...('Root' in remote ? {} : { mount, unmount() {} }),
    ...remote,
  };
  const container = {
    init: (scope: object) => calls.push(['init', scope]),
    get: async (name: string) => (calls.push(['get', name]), () => ({ default: exposed })),
  };
  Object.assign(globalThis, { flint_clubs: container });
  guest.greet();
  guest.say({ ...START, ...changes });
  await guest.settle();
  await guest.answer();
  await guest.answer();
  document.head.querySelector('script')?.dispatchEvent(new Event(end));
  await guest.settle();
  return { ...guest, calls, platform };
}
