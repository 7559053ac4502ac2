// Longer than 300 lines: every message of a frame is checked in one place.
/**
 * A remote of another owner (`trust: foreign` in the registry), behind the same `mount()` as any other. It runs in a frame of no origin, whose
 * policy names no address; all it has are messages on one channel. Whatever comes from it is checked here (decision 049).
 */
import { callErrorText, callFailure } from '@flint/contracts';
import { FRAME_LIMITS, FrameMessage } from '@flint/contracts/frame/messages';
import { t } from '@flint/texts';
import { REMOTE_CONTRACT, type MountPlatform, type MountRemote, type MountState } from '@flint/remote-kit';
import type { CallFailure } from '@flint/remote-kit/data';
import { notices } from '../platform/notices';
import { allScreens, remoteOf } from '../routing/paths';
import { labelOf } from '../routing/screens';
import { ContractMismatch } from './check';
import type { Release } from './choose';
import { STALL_MS } from './download';
import { files } from './files';
import { frameAddress, hasNewShell } from './frame-address';
import { tellFrameError } from './frame-errors';
import { look } from './look';
import { meter } from './meter';
import { draftPrefix } from './mount-drafts';
import { filesOf, type Manifest } from './warm';

/** Time until its screen is shown, as for a remote in the page. */
const SHOWN_MS = 20_000;
const PING_MS = 5_000;
/** A frame that leaves so many questions in a row without an answer hangs. */
const PINGS_MOST = 4;

/** An address outside in characters that show what it is, without a user name that would look like a host. */
const OUTSIDE = /^(?:https:\/\/[\w.:-]+(?:[/?#][!-~]*)?|mailto:[!-~]+)$/;

/** What the frame knows of the page. */
export interface FrameState extends MountState {
  /** Attributes of the page's root: `lang`, `data-theme`. */
  readonly root: Readonly<Record<string, string>>;
}

/** What the shell says to the frame. */
export type ToFrame =
  | {
      readonly type: 'start';
      readonly id: string;
      readonly entry: string;
      readonly globalName: string;
      readonly files: readonly string[];
      readonly styles: readonly string[];
      /** The rules of the shell's own stylesheets. */
      readonly look: string;
      /** The greatest height in pixels that the frame may have. */
      readonly tallest: number;
      readonly routes: Readonly<Record<string, string>>;
      readonly drafts: Readonly<Record<string, unknown>>;
      readonly state: FrameState;
    }
  | { readonly type: 'state'; readonly state: FrameState }
  | { readonly type: 'answer'; readonly n: number; readonly value: unknown }
  | { readonly type: 'ping' };

type Said<Type extends FrameMessage['type']> = Extract<FrameMessage, { readonly type: Type }>;

/** The number that the router gives an entry of the history, which a replacement keeps. */
const entryNow = () => (history.state as { readonly idx?: number } | null)?.idx;

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** A frame learns who the student is only from a route that it was granted. */
function stateOf(platform: MountPlatform): FrameState {
  const { session, ...rest } = platform.now();
  const { lang, dataset } = document.documentElement;
  return {
    ...rest,
    session: 'user' in session ? { ...session, user: { id: '', email: '' } } : session,
    root: { lang, 'data-theme': dataset['theme'] ?? '' },
  };
}

/** Whether the path of a call is one of the granted routes, such as `GET /offers/{id}`. */
export function isGranted(
  routes: readonly string[],
  { method, path }: Pick<Said<'call'>, 'method' | 'path'>,
) {
  const [asked = ''] = path.split('?');
  const parts = asked.split('/');
  return routes.some((route) => {
    const [granted, template = ''] = route.split(' ');
    const wanted = template.split('/');
    const fits = (part: string, at: number) =>
      /^\{\w+\}$/.test(part) ? /^[\w-]+$/.test(parts[at]!) : part === parts[at];
    return granted === method && wanted.length === parts.length && wanted.every(fits);
  });
}

/** Drafts of this student and remote on the device, by name. */
function draftsOf(id: string, { session }: MountState, read: (name: string) => unknown) {
  const prefix = draftPrefix('user' in session ? session.user.id : '', id);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return Object.fromEntries(keys.map((key) => key.slice(prefix.length)).map((name) => [name, read(name)]));
  } catch {
    return {};
  }
}

interface Framed {
  readonly id: string;
  readonly routes: readonly string[];
  readonly parts: ReturnType<typeof filesOf>;
  /** The URLs of its files by their names. */
  readonly urls: ReadonlyMap<string, string>;
  /** Of all its frames. */
  readonly tooManySteps: () => boolean;
  readonly reloadPage: () => Promise<never>;
}

/** Opens the frame. `settle` gets nothing once its screen is shown, or an error. Returns a function that removes the frame. */
function open(
  { id, routes, parts, urls, tooManySteps, reloadPage }: Framed,
  element: HTMLElement,
  platform: MountPlatform,
  settle: (error?: unknown) => void,
): () => void {
  const { port1: port, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  const label = labelOf(platform.now().screen);
  Object.assign(frame, { title: label, src: frameAddress() });
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
  // without forms no listener of `submit` runs; the policy of its document sends none
  frame.sandbox.value = 'allow-scripts allow-forms';
  const say = (message: ToFrame) => port.postMessage(message);
  const tooMany = meter(FRAME_LIMITS.messagesPerSecond, 1_000);
  const tooManyCalls = meter(FRAME_LIMITS.callsPerMinute, 60_000);
  const tooManyNotices = meter(FRAME_LIMITS.noticesPerTenSeconds, 10_000);
  const drafts = new Map(Object.entries(draftsOf(id, platform.now(), platform.drafts.read)));
  /** Keys of the unsaved work that the shell names. */
  const unsaved = new Set<string>();
  let [isShown, isThere, loads, requests, pings] = [false, false, 0, 0, 0];
  /** Replaces the entry of the history, once the pause is over. */
  let newest: (() => unknown) | null = null;
  let pause = 0;

  const cut = async (why: string) => {
    close();
    if (!isThere && (await hasNewShell().catch(() => false)))
      return element.isConnected ? reloadPage() : undefined;
    const error = new Error(`the frame of ${id} ${why}`);
    if (isShown) platform.fail(error);
    else settle(error);
  };
  const timers = [
    window.setTimeout(() => isShown || cut('shows nothing'), SHOWN_MS),
    window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      if (pings === PINGS_MOST) return cut('does not answer');
      pings += 1;
      say({ type: 'ping' });
    }, PING_MS),
  ];
  const tellState = () => say({ type: 'state', state: stateOf(platform) });
  const stop = platform.subscribe(tellState);
  const dress = new MutationObserver(tellState);
  dress.observe(document.documentElement, { attributes: true, attributeFilter: ['lang', 'data-theme'] });
  function close() {
    newest = null;
    timers.forEach((timer) => (clearTimeout(timer), clearInterval(timer)));
    stop();
    dress.disconnect();
    // also what already waits is not heard
    port.removeEventListener('message', listen);
    port.close();
    frame.remove();
    unsaved.forEach((key) => platform.setUnsaved(key, null));
  }

  const answer = async (n: number, work: () => Promise<unknown>) => {
    requests += 1;
    if (requests > FRAME_LIMITS.openRequests) return cut('asks for too much at once');
    const value = await work().catch(() => null);
    requests -= 1;
    say({ type: 'answer', n, value });
  };
  const load = async (name: string) => {
    const url = urls.get(name);
    return url ? new TextDecoder().decode((await files.load(url)).bytes) : null;
  };
  const call = async ({ type: _type, n: _n, action = 'load', idempotencyKey, ...rest }: Said<'call'>) => {
    if (isGranted(routes, rest))
      return platform.data.call({ ...rest, action, ...(idempotencyKey && { idempotencyKey }) });
    const message = callErrorText(callFailure(action, 'Forbidden'));
    return { error: { status: 403, code: 'forbidden', message, problem: null } satisfies CallFailure };
  };
  const keep = ({ name, value }: Said<'draft'>) => {
    if (value === undefined) {
      drafts.delete(name);
      platform.drafts.drop(name);
    } else if (drafts.set(name, value).size > FRAME_LIMITS.drafts) cut('keeps too many drafts');
    else platform.drafts.put(name, value);
  };
  const tellUnsaved = ({ key, text, keptOnDevice = false }: Said<'unsaved'>) => {
    if (text === null) unsaved.delete(key);
    else if (unsaved.add(key).size > FRAME_LIMITS.unsaved) return cut('has too much unsaved work');
    platform.setUnsaved(key, text === null ? null : `${label}: ${text}`, { keptOnDevice });
  };
  /** Other screens, and back, only while the student acts: a frame takes nobody away. */
  const mayLeave = () => navigator.userActivation.isActive;
  /** A touch counts for seconds, so it does not allow any number of steps. */
  const mayStep = () => mayLeave() && !tooManySteps();

  const replaceNow = () => {
    const work = newest;
    newest = null;
    work?.();
  };
  const replaceInTime = () => {
    pause = newest ? window.setTimeout(replaceInTime, 1_000 / FRAME_LIMITS.replacementsPerSecond) : 0;
    replaceNow();
  };

  /** A frame opens no window: the shell shows the whole address, and the student opens it. */
  const offerLink = (url: string) => {
    if (!OUTSIDE.test(url) || url.length > FRAME_LIMITS.textChars) return;
    if (!mayLeave() || tooManyNotices()) return;
    const run = () => void window.open(url, '_blank', 'noopener,noreferrer');
    notices.notify(`${label}: ${url}`, 'info', { owner: id, action: { label: t('Open'), run } });
  };

  function hear(message: FrameMessage): unknown {
    switch (message.type) {
      case 'hello':
        if (isThere) return cut('starts again');
        isThere = true;
        return say({
          type: 'start',
          id,
          entry: nameOf(parts.entry),
          globalName: parts.globalName,
          files: [...urls.keys()],
          styles: parts.styles.map(nameOf),
          look: look(),
          tallest: FRAME_LIMITS.height,
          routes: Object.fromEntries(allScreens().map((screen) => [screen.id, screen.route])),
          drafts: Object.fromEntries(drafts),
          state: stateOf(platform),
        });
      case 'shown':
        if (isShown) return cut('is shown again');
        isShown = true;
        // the shell gives the heading of a new screen the focus once it comes, and the frame passes it on to its own
        frame.dataset['pageHeading'] = '';
        element.append(document.createComment(''));
        return settle();
      case 'fail':
        return cut(`failed: ${message.why}`);
      case 'threw':
        // it may be false: it counts only against this remote
        return tellFrameError(id);
      case 'height':
        return (frame.style.height = `${message.pixels}px`);
      case 'file':
        return answer(message.n, () => load(message.name));
      case 'call':
        if (tooManyCalls()) return cut('calls the API too often');
        return answer(message.n, () => call(message));
      case 'goTo': {
        const { screen, params, replace = false } = message;
        const isOwn = remoteOf(screen) === id;
        if (!isOwn && !mayLeave()) return;
        // otherwise it adds nothing to the history, where Back would not get past it
        const isStep = !replace && mayStep();
        const go = () => platform.navigation.goTo(screen, params, { replace: !isStep });
        if (isStep) return (replaceNow(), go());
        const entry = entryNow();
        // the student may go elsewhere before it is its turn
        newest = () => entryNow() === entry && go();
        return isOwn ? pause || replaceInTime() : replaceNow();
      }
      case 'back':
        return mayStep() && (replaceNow(), platform.navigation.back());
      case 'open':
        return offerLink(message.url);
      case 'notify':
        return tooManyNotices() || notices.notify(`${label}: ${message.text}`, message.tone, { owner: id });
      case 'unsaved':
        return tellUnsaved(message);
      case 'draft':
        return keep(message);
      case 'alive':
        return;
    }
  }

  function listen({ data }: MessageEvent<unknown>) {
    pings = 0;
    if (tooMany()) return cut('sends too many messages');
    if (typeof data !== 'string' || data.length > FRAME_LIMITS.messageChars)
      return cut('sends messages that are too long');
    let message;
    try {
      message = FrameMessage.parse(JSON.parse(data));
    } catch {
      return cut('sends what is no message');
    }
    // what the shell itself throws is reported as its own
    hear(message);
  }
  port.addEventListener('message', listen);
  port.start();
  frame.addEventListener('load', () => {
    loads += 1;
    // it went elsewhere, or started again: what answers now is not what was started
    if (loads > 1) return cut('left its document');
    timers.push(window.setTimeout(() => isThere || cut('does not answer'), STALL_MS));
    frame.contentWindow?.postMessage('flint', '*', [port2]);
  });
  // the shell makes a heading focusable by script alone, which would take what is in the frame out of the order of tabs
  frame.addEventListener('focus', () => frame.removeAttribute('tabindex'));
  element.append(frame);
  return close;
}

/** The remote whose verified files a frame is to run. Throws ContractMismatch for ECMAScript modules, whose imports have no address there. */
export function frameRemote(
  id: string,
  release: Release,
  manifest: Manifest,
  reloadPage: Framed['reloadPage'],
): MountRemote {
  const parts = filesOf(manifest, release.entry);
  if (parts.modules.length > 0) throw new ContractMismatch(id);
  const names = Object.keys(manifest.integrity ?? {});
  const urls = new Map(names.map((name) => [nameOf(name), new URL(name, parts.folder).href]));
  const tooManySteps = meter(FRAME_LIMITS.stepsPerSecond, 1_000);
  const framed = { id, routes: release.frame?.routes ?? [], parts, urls, tooManySteps, reloadPage };
  const frames = new Map<HTMLElement, () => void>();
  return {
    id,
    contract: REMOTE_CONTRACT,
    mount: (element, platform) =>
      new Promise<void>((resolve, reject) => {
        const settle = (error?: unknown) => (error ? reject(error as Error) : resolve());
        const close = open(framed, element, platform, settle);
        // also one that is not shown yet: nobody waits for it any longer
        frames.set(element, () => (close(), resolve()));
      }),
    unmount(element) {
      frames.get(element)?.();
      frames.delete(element);
    },
  };
}
