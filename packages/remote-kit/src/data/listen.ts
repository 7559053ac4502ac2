import { API_BASE, PAGE_AGE_HEADER, STREAM_BEAT_MS } from '@flint/contracts';
import { accessToken, tellUnauthenticated } from './transport';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A connection that is silent for this long has died: the Wi-Fi changed, or the computer slept. */
const SILENT_MS = 2 * STREAM_BEAT_MS;

interface Listening {
  /** Below the API's base. */
  readonly path: string;
  /** Called for every event of a name other than `open`. */
  readonly onEvent: (name: string) => void;
  /** Called whenever anything arrives: the server is there. */
  readonly onSign?: () => void;
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

/** Reads one connection to its end; returns whether it was a stream. `onSign` is called whenever anything arrives. */
async function read(
  { path, onEvent }: Listening,
  last: { id: string },
  signal: AbortSignal,
  onSign: () => void,
): Promise<boolean> {
  try {
    const token = await accessToken();
    if (!token) return false;
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
    if (!response.ok || !response.body || !isStream) return false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onSign();
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        last.id = field('id') ?? last.id;
        const name = field('event');
        if (name && name !== 'open') onEvent(name);
      }
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Receives server-sent events with the session's token, which EventSource cannot send. Reconnects after a lost connection, with the id of
 * the last event, and after growing pauses while something else answers, such as a page of a proxy or a Wi-Fi. The returned function ends it.
 */
export function listen(listening: Listening): () => void {
  const stop = new AbortController();
  const last = { id: '' };
  void (async () => {
    for (let wait = FIRST_WAIT_MS; !stop.signal.aborted;) {
      // ends this turn: its connection, or its pause
      const over = new AbortController();
      const end = () => over.abort();
      const signal = AbortSignal.any([stop.signal, over.signal]);
      // a hidden page closes its connection, and catches up when it is visible again
      document.addEventListener('visibilitychange', end);
      addEventListener('online', end);
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!document.hidden && navigator.onLine) {
        const endAfter = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(end, ms);
        };
        endAfter(SILENT_MS);
        const onSign = () => {
          endAfter(SILENT_MS);
          listening.onSign?.();
        };
        const isStream = await read(listening, last, signal, onSign);
        wait = isStream ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
        endAfter(wait * (0.5 + Math.random() / 2));
      }
      if (!signal.aborted) await aborted(signal);
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', end);
      removeEventListener('online', end);
    }
  })();
  return () => stop.abort();
}
