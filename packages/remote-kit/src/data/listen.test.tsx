import { STREAM_BEAT_MS } from '@flint/contracts';
import { waitFor } from '@testing-library/react';
import { listen } from './listen';
import { setCredentials } from './transport';

const original = globalThis.fetch;
beforeEach(() => {
  Object.assign(globalThis, { TextDecoderStream: require('node:stream/web').TextDecoderStream });
  setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined });
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = original;
});

const stream = (...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );

function serve(...answers: (() => Response)[]) {
  const calls: Headers[] = [];
  globalThis.fetch = async (_, init) => {
    calls.push(new Headers(init?.headers));
    const next = answers[calls.length - 1];
    if (!next) return new Promise<Response>(() => undefined);
    return next();
  };
  return calls;
}

describe('listening to events', () => {
  it('with events split at any byte - calls back for each, and sends the token', async () => {
    const calls = serve(() =>
      stream('id: 1\nevent: open\nda', 'ta: {}\n\nid: 2\nevent: off', 'ers\ndata: {}\n\n: still\n\n'),
    );
    const names: string[] = [];
    const stop = listen({ path: '/offers/events', onEvent: (name) => names.push(name) });
    await waitFor(() => expect(names).toEqual(['offers']));
    expect(calls[0]?.get('authorization')).toBe('Bearer token-1');
    stop();
  });

  it('after a lost connection - sends the id of the last event; at first, the age of the page', async () => {
    const calls = serve(() => stream('id: 7\nevent: open\ndata: {}\n\n'));
    jest.useFakeTimers();
    const age = jest.spyOn(performance, 'now').mockReturnValue(41_500.2);
    const stop = listen({ path: '/offers/events', onEvent: () => undefined });
    await jest.advanceTimersByTimeAsync(2_000);
    age.mockRestore();
    expect(calls).toHaveLength(2);
    expect(calls[0]?.get('x-page-age')).toBe('41501');
    expect(calls[1]?.get('x-page-age')).toBeNull();
    expect(calls[1]?.get('last-event-id')).toBe('7');
    stop();
  });

  it('refused because the session has ended - notifies its owner', async () => {
    const onUnauthenticated = jest.fn();
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated });
    serve(() => new Response(null, { status: 401 }));
    const stop = listen({ path: '/offers/events', onEvent: () => undefined });
    await waitFor(() => expect(onUnauthenticated).toHaveBeenCalledTimes(1));
    stop();
  });

  it('while the page is hidden - closes the connection, and catches up afterwards', async () => {
    let hidden = false;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    const calls = serve(() => stream('id: 9\nevent: open\ndata: {}\n\n'));
    const look = (now: boolean) => {
      hidden = !now;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    jest.useFakeTimers();
    look(false);
    const stop = listen({ path: '/offers/events', onEvent: () => undefined });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveLength(0);
    look(true);
    await jest.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    stop();
    Reflect.deleteProperty(document, 'hidden');
  });

  it.each([
    ['a proxy’s 408', () => new Response('', { status: 408 })],
    ['a 404 while the API restarts', () => new Response('{}', { status: 404 })],
    ['the page of a Wi-Fi', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('%s in place of the stream - is a failure like others, with growing pauses', async (_case, odd) => {
    const calls = serve(...Array.from({ length: 60 }, () => odd));
    jest.useFakeTimers();
    const stop = listen({ path: '/offers/events', onEvent: () => undefined });
    await jest.advanceTimersByTimeAsync(600_000);
    stop();
    // six pauses until the longest, then ten to twenty of that
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.length).toBeLessThan(28);
  });

  it('a connection that dies without a word - is opened again; one with signs of life is not', async () => {
    jest.useFakeTimers();
    let opened = 0;
    let write: (text: string) => void = () => undefined;
    globalThis.fetch = async (_, init) => {
      opened += 1;
      const body = new ReadableStream({
        start(controller) {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          write = (text) => controller.enqueue(new TextEncoder().encode(text));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const stop = listen({ path: '/offers/events', onEvent: () => undefined });
    for (let beats = 0; beats < 10; beats++) {
      await jest.advanceTimersByTimeAsync(STREAM_BEAT_MS);
      write(': still here\n\n');
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(opened).toBe(1);
    await jest.advanceTimersByTimeAsync(3 * STREAM_BEAT_MS);
    expect(opened).toBe(2);
    stop();
  });
});
