import { createHash, webcrypto } from 'node:crypto';
import type { ScreenId } from '@flint/remote-kit';
import { download, DownloadError, STALL_MS } from './download';
import { files } from './files';
import { filesOf, warm, type Manifest } from './warm';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A response whose body arrives in pieces, one per given delay in milliseconds; `null` never ends. */
function answer(pieces: readonly (readonly [delayMs: number, text: string] | null)[], signal: AbortSignal) {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
      for (const piece of pieces) {
        if (!piece) return;
        await new Promise((resolve) => {
          setTimeout(resolve, piece[0]);
        });
        controller.enqueue(bytesOf(piece[1]));
      }
      controller.close();
    },
  });
  return new Response(body);
}

function fetchGives(reply: (url: string, signal: AbortSignal) => Response | Promise<Response>) {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, init) => Promise.resolve(reply(String(url), init?.signal as AbortSignal)));
}

// jsdom has no SubtleCrypto
const provideSubtle = () =>
  void Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
beforeAll(provideSubtle);

afterEach(() => jest.useRealTimers());

describe('download', () => {
  it('file - on a slow connection that never stalls - arrives, however long it takes', async () => {
    jest.useFakeTimers();
    fetchGives((_url, signal) =>
      answer(
        [
          [2_500, 'a'],
          [2_500, 'b'],
          [2_500, 'c'],
        ],
        signal,
      ),
    );
    const downloading = download('http://remote/x.js');
    await jest.advanceTimersByTimeAsync(8_000);
    expect(new TextDecoder().decode((await downloading).bytes)).toBe('abc');
  });

  it.each<[string, Parameters<typeof answer>[0]]>([
    ['before the first byte', [null]],
    ['in the middle', [[10, 'a'], null]],
  ])('file - silence %s - is given up after three seconds', async (_name, pieces) => {
    jest.useFakeTimers();
    fetchGives((_url, signal) => answer(pieces, signal));
    const downloading = expect(download('http://remote/x.js')).rejects.toThrow(DownloadError);
    await jest.advanceTimersByTimeAsync(STALL_MS + 20);
    await downloading;
  });

  it('file - not found or no connection - is refused as not delivered', async () => {
    fetchGives(() => new Response('', { status: 404 }));
    await expect(download('http://remote/x.js')).rejects.toThrow('answered 404');
    fetchGives(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(download('http://remote/x.js')).rejects.toThrow('did not arrive');
  });

  it('file - with a wrong hash - is refused', async () => {
    fetchGives(() => new Response('good'));
    await expect(download('http://remote/x.js', sha384('good'))).resolves.toBeDefined();
    fetchGives(() => new Response('evil'));
    await expect(download('http://remote/x.js', sha384('good'))).rejects.toThrow('was changed');
    // its integrity attribute is left to refuse it
    Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined, configurable: true });
    await expect(download('http://remote/x.js', sha384('good'))).resolves.toBeDefined();
    provideSubtle();
  });

  it('file - requested - is requested without cookies; its headers are returned, and no timer is left', async () => {
    jest.useFakeTimers();
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response(null, { headers: { etag: '1' } }));
    const { bytes, headers } = await download('http://remote/x.js');
    expect([bytes.length, headers.get('etag'), jest.getTimerCount()]).toEqual([0, '1', 0]);
    await download('http://remote/x.js', undefined, { credentials: 'same-origin', cache: 'reload' });
    expect(fetched.mock.calls.map(([, init]) => [init?.credentials, init?.cache])).toEqual([
      ['omit', undefined],
      ['same-origin', 'reload'],
    ]);
    const signalOf = (call: number) => fetched.mock.calls[call]![1]!.signal as AbortSignal;
    expect(signalOf(1).aborted).toBe(false);
    fetched.mockResolvedValue(new Response('', { status: 500 }));
    await expect(download('http://remote/x.js')).rejects.toThrow(DownloadError);
    expect(signalOf(2).aborted).toBe(true);
  });
});

describe('the files of a manifest', () => {
  const url = 'http://remote/7/mf-manifest.json';
  const integrity = { 'a.js': '', 'b.mjs': '', 'c.css': '', 'd.json': '', 'e.css': '', 'f.js.map': '' };
  const manifestOf = (given: Partial<Manifest>, type?: string) =>
    ({
      metaData: { remoteEntry: { path: 'js/', name: 'entry.js', ...(type && { type }) } },
      exposes: [
        { name: 'other', assets: { js: { sync: ['other.js'] }, css: { sync: [] } } },
        { name: 'remote', assets: { js: { sync: ['js/entry.js', 'a.js'] }, css: { sync: ['c.css'] } } },
      ],
      ...given,
    }) as Manifest;

  it('of a classic script - are its first scripts and styles, in the folder it names, the entry once', () => {
    expect(filesOf(manifestOf({ files: '../files/', integrity }), url)).toEqual({
      folder: 'http://remote/files/',
      allStyles: ['http://remote/files/c.css', 'http://remote/files/e.css'],
      entry: 'http://remote/files/js/entry.js',
      modules: [],
      type: 'global',
      globalName: '',
      scripts: ['http://remote/files/a.js'],
      styles: ['http://remote/files/c.css'],
    });
  });

  it.each(['module', 'esm'])('of an ECMAScript module (%s) - are all its scripts', (type) => {
    expect(filesOf(manifestOf({ integrity }, type), url)).toMatchObject({
      folder: 'http://remote/7/',
      modules: ['http://remote/7/a.js', 'http://remote/7/b.mjs'],
      type,
      scripts: [],
      styles: ['http://remote/7/c.css'],
    });
  });

  it('that lists no files - are the entry alone', () => {
    const bare = filesOf(manifestOf({ exposes: [] }), url);
    expect(bare).toMatchObject({ allStyles: [], modules: [], scripts: [], styles: [] });
    expect(filesOf(manifestOf({}, 'module'), url).modules).toEqual([]);
  });
});

describe('warm', () => {
  const manifest = JSON.stringify({
    build: '0a1b2c3d',
    metaData: { globalName: 'flint_x', remoteEntry: { path: '', name: 'entry.js' } },
    integrity: {
      'entry.js': sha384('entry'),
      'screen.js': sha384('file'),
      'screen.css': sha384('file'),
    },
    exposes: [{ name: 'remote', assets: { js: { sync: ['screen.js'] }, css: { sync: ['screen.css'] } } }],
  });

  const preloads = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];

  it.each([true, false])(
    'remote - complete, soon: %s - downloads entry and script, preloads the style if it runs soon, and returns the manifest',
    async (soon) => {
      preloads().forEach((link) => link.remove());
      const asked: string[] = [];
      fetchGives((url) => {
        asked.push(new URL(url).pathname);
        return new Response(url.endsWith('.json') ? manifest : url.endsWith('entry.js') ? 'entry' : 'file');
      });
      const answered = await warm(
        { entry: 'http://remote/mf-manifest.json', integrity: sha384(manifest) },
        'x',
        { soon },
      );
      expect(answered).toEqual(JSON.parse(manifest));
      expect(asked).toEqual(['/mf-manifest.json', '/entry.js', '/screen.js']);
      expect(preloads().map(({ href, integrity, crossOrigin }) => [href, integrity, crossOrigin])).toEqual(
        soon ? [['http://remote/screen.css', sha384('file'), 'anonymous']] : [],
      );
    },
  );

  it('the chunk of the screen on show - missing or not - is downloaded beside the entry, that of another screen is not', async () => {
    const hashes = {
      'entry.js': sha384('entry'),
      'screen-a.1.js': sha384('file'),
      'screen-b.1.js': sha384('file'),
    };
    const two = JSON.stringify({ ...(JSON.parse(manifest) as object), integrity: hashes, exposes: [] });
    const asked: string[] = [];
    fetchGives((url) => {
      asked.push(new URL(url).pathname);
      if (url.includes('screen-')) return new Response('', { status: 404 });
      return new Response(url.endsWith('.json') ? two : 'entry');
    });
    await warm({ entry: 'http://remote/mf-manifest.json' }, 'x', { screen: 'a' as ScreenId });
    expect(asked).toEqual(['/mf-manifest.json', '/entry.js', '/screen-a.1.js']);
  });

  it('manifest - pinned, and another one in the cache - is requested from the server again, and reported if that has another one, too', async () => {
    const modes: (string | undefined)[] = [];
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (!String(url).endsWith('.json'))
        return Promise.resolve(new Response(String(url).endsWith('entry.js') ? 'entry' : 'file'));
      modes.push(init?.cache);
      return Promise.resolve(new Response(init?.cache === 'reload' ? manifest : 'of yesterday'));
    });
    const address = 'http://remote/mf-manifest.json';
    await expect(warm({ entry: address, integrity: sha384(manifest) }, 'x')).resolves.toEqual(
      JSON.parse(manifest),
    );
    await expect(warm({ entry: address, integrity: sha384('of tomorrow') }, 'x')).rejects.toThrow(
      'was changed',
    );
    expect(modes).toEqual(['force-cache', 'reload', 'force-cache', 'reload']);
    // only the one that the server has changed, too
    expect(said.mock.calls).toEqual([['[flint] remote_file_changed x Error']]);
    await expect(warm({ entry: address }, 'x')).rejects.toThrow('is not a manifest');
    expect(modes.at(-1)).toBe('no-cache');
    jest.mocked(fetch).mockClear();
    fetchGives(() => new Response('', { status: 404 }));
    await expect(warm({ entry: address, integrity: sha384(manifest) }, 'x')).rejects.toThrow('answered 404');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('file - damaged in the cache, intact at its origin - is reported, and downloaded again past the cache', async () => {
    const modes: (string | undefined)[] = [];
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (String(url).endsWith('.json')) return Promise.resolve(new Response(manifest));
      if (String(url).endsWith('entry.js')) return Promise.resolve(new Response('entry'));
      modes.push(init?.cache);
      return Promise.resolve(new Response(init?.cache === 'reload' ? 'file' : 'damaged'));
    });
    await warm({ entry: 'http://remote/mf-manifest.json', integrity: sha384(manifest) }, 'x');
    expect(modes).toEqual([undefined, 'reload']);
    expect(said.mock.calls).toEqual([['[flint] remote_file_changed x 0a1b2c3d Error']]);
  });

  it('file - that does not arrive - is reported with its owner, unless the connection was gone before or after', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    fetchGives(() => new Response('', { status: 404 }));
    const online = jest.spyOn(navigator, 'onLine', 'get');
    files.add('http://healed/', { 'x.js': sha384('x') }, { remote: 'clubs', version: '7' });
    for (const [before, after] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      online.mockReturnValue(before);
      const healed = files.heal('http://healed/x.js');
      online.mockReturnValue(after);
      await expect(healed).rejects.toThrow('answered 404');
      expect(said).toHaveBeenCalledTimes(before && after ? 1 : 0);
    }
    expect(said.mock.calls).toEqual([['[flint] remote_file_unavailable clubs 7 Error']]);
  });

  it('file - in the folder of a build that does not list it - gets a hash that no file has', async () => {
    fetchGives(
      (url) => new Response(url.endsWith('entry.js') ? 'entry' : url.endsWith('n') ? manifest : 'file'),
    );
    await warm({ entry: 'http://sealed/mf-manifest.json', integrity: sha384(manifest) }, 'x');
    expect(files.hash('http://sealed/screen.js')).toBe(sha384('file'));
    expect(files.hash('http://sealed/other.js')).toMatch(/^sha384-A{64}$/);
    expect(files.hash('http://elsewhere/other.js')).toBe('');
  });

  it.each(['<!doctype html>', 'null', '{}', '{"metaData":{}}'])(
    'remote - answers %s for a manifest - is refused',
    async (text) => {
      fetchGives(() => new Response(text));
      await expect(warm({ entry: 'http://remote/mf-manifest.json' }, 'x')).rejects.toThrow(
        'is not a manifest',
      );
    },
  );
});
