import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { act, render } from '@testing-library/react';
import { Live } from './Live';

const original = globalThis.fetch;

describe('a page that shows what the device had', () => {
  /** A server that comes and goes, before which the worker has an older copy of every answer; its stream writes when told to. */
  function serve() {
    const calls: string[] = [];
    const server = { isUp: false, calls, beat: () => undefined as void };
    globalThis.fetch = async (input) => {
      const path = new URL(input as URL).pathname.replace('/api/v1', '');
      if (server.isUp) calls.push(path);
      const body = path === '/offers' ? { items: [], nextCursor: null } : { wanted: true };
      if (path !== '/offers/events')
        return Response.json(body, { headers: server.isUp ? {} : { [FROM_DEVICE_HEADER]: '1' } });
      if (!server.isUp) throw new TypeError('Failed to fetch');
      return new Response(
        new ReadableStream({
          start(stream) {
            server.beat = () => stream.enqueue(new TextEncoder().encode(': still here\n\n'));
            server.beat();
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      );
    };
    return server;
  }
  const reads = (calls: readonly string[]) => calls.filter((path) => path !== '/offers/events').toSorted();
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    Object.assign(globalThis, { TextDecoderStream: require('node:stream/web').TextDecoderStream });
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = original;
  });

  function open() {
    const server = serve();
    const onAnswer = jest.fn();
    data.setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined, onAnswer });
    const store = data.createDataStore('ann');
    const { unmount } = render(
      <PlatformProvider value={fakePlatform()}>
        <Live module={data} store={store} />
      </PlatformProvider>,
    );
    return { server, store, onAnswer, end: unmount };
  }

  it.each([0, 1, 5, 60])(
    'at its start, for %d minutes - reads all of it again, once, when the server is back',
    async (minutes) => {
      const { server, onAnswer, end } = open();
      await wait(minutes * 60_000);
      server.isUp = true;
      await wait(61_000);
      // the second stores the language of the page
      expect(reads(server.calls)).toEqual(['/offers', '/offers/mail']);
      expect(onAnswer).toHaveBeenLastCalledWith(false);
      for (let beats = 0; beats < 3; beats++) {
        server.beat();
        await wait(20_000);
      }
      expect(reads(server.calls)).toHaveLength(2);
      end();
    },
  );

  it.each([
    ['did not come', 200, ['/offers', '/offers/mail']],
    ['was a failure', 503, ['/offers']],
  ])('later, because one answer %s - reads again when the server is heard', async (_, status, again) => {
    const { server, store, end } = open();
    server.isUp = true;
    await wait(61_000);
    server.calls.length = 0;
    const asked = globalThis.fetch;
    const headers: HeadersInit = status === 200 ? { [FROM_DEVICE_HEADER]: '1' } : {};
    globalThis.fetch = async () => Response.json({ items: [] }, { status, headers });
    await act(async () => void store.dispatch(data.api.util.invalidateTags(['Offers'])));
    await wait(1_000);
    globalThis.fetch = asked;
    expect(server.calls).toEqual([]);
    server.beat();
    await wait(1_000);
    expect(reads(server.calls)).toEqual(again);
    server.beat();
    await wait(1_000);
    expect(reads(server.calls)).toEqual(again);
    end();
  });
});
