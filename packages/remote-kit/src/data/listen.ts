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

/** Hears an event once; the answer takes the ear away. */
function once(target: EventTarget, type: string, act: () => void): () => void {
  target.addEventListener(type, act, { once: true });
  return () => target.removeEventListener(type, act);
}

/** Waits for something, or for the end of listening. */
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

/** Reads one connection to its end; answers the status, 0 when none came. */
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
        // the page may have read its data as long ago as it was opened: the server sends what changed since
        ...(last.id
          ? { 'last-event-id': last.id }
          : { [PAGE_AGE_HEADER]: String(Math.ceil(performance.now())) }),
      },
      signal,
    });
    // signed out elsewhere: a page that nobody touches asks nothing else
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
 * Follows server-sent events with the session's token (EventSource cannot carry one). Comes back after a lost connection, waiting
 * longer each time, and tells the server what it saw last. Gives up where the server has no such stream. The function ends it.
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
      // a page nobody looks at gives its connection back, and catches up when it is looked at again
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
