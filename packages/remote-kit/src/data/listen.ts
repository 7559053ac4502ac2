import { API_BASE } from '@flint/contracts';
import { accessToken } from './transport';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

interface Listening {
  /** Below the API's base. */
  readonly path: string;
  /** Called for every event of a name other than `open`. */
  readonly onEvent: (name: string) => void;
}

const until = (ready: (go: () => void) => void, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    ready(resolve);
  });

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
        ...(last.id && { 'last-event-id': last.id }),
      },
      signal,
    });
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
      if (!navigator.onLine) {
        await until((go) => window.addEventListener('online', go, { once: true, signal }), signal);
        continue;
      }
      const status = await read(listening, last, signal);
      if (status >= 400 && status < 500 && status !== 401 && status !== 429) return;
      wait = status === 200 ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      const jitter = 0.5 + Math.random() / 2;
      await until((go) => setTimeout(go, wait * jitter), signal);
    }
  })();
  return () => stop.abort();
}
