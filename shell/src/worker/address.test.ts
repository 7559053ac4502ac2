import { address } from './address';

const URL_ = 'https://flint.test/remotes.json';
const original = globalThis.fetch;

type Server = 'answers' | 'is down' | 'is silent' | 'cannot be reached';

/** A browser with its HTTP cache, as Chromium's was measured: a request that would renew a copy deletes it if it is refused or aborted. */
function openBrowser(kept: string | null) {
  let [copy, server, text]: [string | null, Server, string] = [kept, 'answers', 'first'];
  const statuses: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const serve = async (request: Request): Promise<Response> => {
    if (server === 'cannot be reached') throw new TypeError('Failed to fetch');
    if (server === 'is down') return new Response('down', { status: 503 });
    if (server === 'is silent')
      return new Promise((_, reject) => request.signal.addEventListener('abort', reject));
    const etag = `"${text}"`;
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304 })
      : new Response(text, { headers: { etag } });
  };
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.cache === 'force-cache' && copy !== null)
      return new Response(copy, { headers: { etag: `"${copy}"` } });
    const caches = request.cache !== 'no-store';
    if (caches) request.signal.addEventListener('abort', () => (copy = null));
    const response = await serve(request);
    statuses.push(response.status);
    if (caches) copy = response.ok ? await response.clone().text() : null;
    return response;
  };
  return {
    statuses,
    set: (next: Server, said = text) => void ([server, text] = [next, said]),
    async ask() {
      const request = new Request(URL_, { cache: 'no-cache' });
      const event = { waitUntil: (work: Promise<unknown>) => void waiting.push(work) };
      const given = await address({ request, event, url: new URL(URL_) } as never);
      await Promise.all(waiting);
      return `${given.status} ${await given.text()}`;
    },
  };
}

describe('an address', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = original;
  });

  it.each([
    ['cannot be reached', 0],
    ['is down', 0],
    ['is silent', 2_000],
  ] as const)('from a server that %s - at each of two starts - is the last one', async (server, ms) => {
    const browser = openBrowser('first');
    browser.set(server);
    for (const _start of [1, 2]) {
      const given: string[] = [];
      void browser.ask().then((said) => given.push(said));
      await jest.advanceTimersByTimeAsync(ms && ms - 1);
      expect(given).toHaveLength(ms ? 0 : 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(given).toEqual(['200 first']);
    }
  });

  it('that changed - is that of the server at once, and the last one later', async () => {
    const browser = openBrowser('first');
    browser.set('answers', 'second');
    expect(await browser.ask()).toBe('200 second');
    browser.set('cannot be reached');
    expect(await browser.ask()).toBe('200 second');
  });

  it('that did not change - is sent once only, to a browser that had none', async () => {
    const browser = openBrowser(null);
    expect([await browser.ask(), await browser.ask()]).toEqual(['200 first', '200 first']);
    expect(browser.statuses).toEqual([200, 304, 304]);
  });

  it('from a server that is down, on a device without one - is the refusal', async () => {
    const browser = openBrowser(null);
    browser.set('is down');
    expect(await browser.ask()).toBe('503 down');
  });
});
