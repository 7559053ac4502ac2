import { API_BASE, PAGE_AGE_HEADER } from '@flint/contracts';
import { accessToken, tellUnauthenticated } from './transport';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

interface Listening {
  /** Below the API's base. */
  readonly path: string;
  /** Called for every event of a name other than `open`. */
  readonly onEvent: (name: string) => void;
}

/** Listens for one event; the returned function stops that. */
function once(target: EventTarget, type: string, act: () => void): () => void {
  target.addEventListener(type, act, { once: true });
  return () => target.removeEventListener(type, act);
}

/** Waits for the event, or until listening ends. */
function until(begin: (done: () => void) => () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = begin(resolve);
    const stop = () => {
      end();
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Reads one connection to its end; returns the status, 0 without a response. */
async function read(
  { path, onEvent }: Listening,
  last: { id: string },
  signal: AbortSignal,
): Promise<number> {
  try {
    const token = await accessToken();
    if (!token) return 401;
    const response = await fetch(new URL(API_BASE + path, location.origin), {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        // the page's data may be as old as the page itself: the server sends what has changed since
        ...(last.id
          ? { 'last-event-id': last.id }
          : { [PAGE_AGE_HEADER]: String(Math.ceil(performance.now())) }),
      },
      signal,
    });
    // signed out elsewhere: an idle page makes no other request
    if (response.status === 401) tellUnauthenticated();
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !response.body || !isStream) return response.ok ? 404 : response.status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        last.id = field('id') ?? last.id;
        const name = field('event');
        if (name && name !== 'open') onEvent(name);
      }
    }
    return response.status;
  } catch {
    return 0;
  }
}

/**
 * Receives server-sent events with the session's token, which EventSource cannot send. Reconnects after a lost connection, with growing
 * pauses and the id of the last event. Stops if the server has no such stream. The returned function ends it.
 */
export function listen(listening: Listening): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const last = { id: '' };
  void (async () => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted;) {
      if (document.hidden) {
        await until((done) => once(document, 'visibilitychange', done), signal);
        continue;
      }
      if (!navigator.onLine) {
        await until((done) => once(window, 'online', done), signal);
        continue;
      }
      // a hidden page closes its connection, and catches up when it is visible again
      const away = new AbortController();
      const stay = once(document, 'visibilitychange', () => away.abort());
      const status = await read(listening, last, AbortSignal.any([signal, away.signal]));
      stay();
      if (away.signal.aborted) continue;
      if (status >= 400 && status < 500 && status !== 401 && status !== 429) return;
      wait = status === 200 ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      const pause = wait * (0.5 + Math.random() / 2);
      await until((done) => {
        const timer = setTimeout(done, pause);
        return () => clearTimeout(timer);
      }, signal);
    }
  })();
  return () => stop.abort();
}
