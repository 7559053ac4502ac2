import { waitFor } from '@testing-library/react';
import { files } from './files';
import type { Manifest } from './warm';

interface Plugin {
  createScript(args: { url: string }): { script: HTMLScriptElement; timeout: number };
}
let plugin: Plugin;
const loadRemote = jest.fn();
const registerRemotes = jest.fn();
jest.mock('@module-federation/enhanced/runtime', () => ({
  getInstance: () => ({
    name: 'flint_shell',
    registerPlugins: ([given]: [Plugin]) => (plugin = given),
    registerRemotes: (...args: unknown[]) => registerRemotes(...args),
    loadRemote: (name: string) => loadRemote(name),
  }),
}));

const manifest = {
  metaData: { globalName: 'mfe_offers', remoteEntry: { path: '', name: 'entry.js' } },
  exposes: [],
} as Manifest;
const page = globalThis as Record<string, unknown>;
// of the runtime
page['__FEDERATION__'] = { moduleInfo: {} };
const loadExposed: typeof import('./federation').loadExposed = async (...args) =>
  (await import('./federation')).loadExposed(...args);

describe('a release of a remote that is run', () => {
  beforeEach(() => {
    jest.resetModules();
    registerRemotes.mockReset();
    loadRemote.mockReset().mockResolvedValue({ default: 'module' });
    delete page['mfe_offers'];
    document.head.innerHTML = '';
  });

  it('an earlier release ran - the next one starts - the earlier container is removed', async () => {
    // as its script does
    loadRemote.mockImplementationOnce(async () => ((page['mfe_offers'] = 'container 1'), {}));
    await loadExposed('offers', { entry: 'https://offers.test/1/mf-manifest.json' }, manifest);
    expect(page['mfe_offers']).toBe('container 1');
    const seen: unknown[] = [];
    loadRemote.mockImplementationOnce(async () => (seen.push(page['mfe_offers']), {}));
    await loadExposed('offers', { entry: 'https://offers.test/2/mf-manifest.json' }, manifest);
    expect(seen).toEqual([undefined]);
    // a classic script runs again
    await loadExposed('offers', { entry: 'https://offers.test/2/mf-manifest.json' }, manifest);
    const names = registerRemotes.mock.calls.map(([[{ name }]]) => name as string);
    expect(new Set(names).size).toBe(3);
  });

  it('a remote - whose container has a global name of the page - is refused', async () => {
    page['mfe_taken'] = 'of the page';
    const other = { ...manifest, metaData: { ...manifest.metaData, globalName: 'mfe_taken' } };
    await expect(
      loadExposed('offers', { entry: 'https://offers.test/1/mf-manifest.json' }, other),
    ).rejects.toThrow('mfe_taken is taken');
    expect(page['mfe_taken']).toBe('of the page');
    expect(loadRemote).not.toHaveBeenCalled();
  });

  /** Starts a release with these scripts, styles and modules; returns its elements and its result. */
  const begin = async (version: number, given: Partial<Manifest>) => {
    const loading = loadExposed(
      'offers',
      { entry: `https://offers.test/${version}/mf-manifest.json` },
      {
        ...manifest,
        ...given,
      },
    );
    const settled = loading.then(
      () => 'loaded',
      (error: unknown) => String(error),
    );
    // the import of the module takes longer the first time
    await import('./federation');
    await new Promise((resolve) => setTimeout(resolve));
    return settled;
  };
  const sync = (...names: string[]) => ({ sync: names });
  const settle = (element: Element) => void setTimeout(() => element.dispatchEvent(new Event('load')));

  it('its scripts and styles - are run and applied in parallel, and belong to its chunks while they run', async () => {
    const seen: unknown[] = [];
    const append = jest.spyOn(document.head, 'append').mockImplementation((element) => {
      seen.push([
        (element as HTMLElement).tagName,
        (element as HTMLScriptElement).src || (element as HTMLLinkElement).href,
      ]);
      settle(element as Element);
    });
    await expect(
      begin(3, { exposes: [{ name: 'remote', assets: { js: sync('a.js'), css: sync('a.css') } }] }),
    ).resolves.toBe('loaded');
    expect(seen).toEqual([
      ['LINK', 'https://offers.test/3/a.css'],
      ['SCRIPT', 'https://offers.test/3/a.js'],
    ]);
    append.mockRestore();
    const [{ name, entry, type, entryGlobalName }] = registerRemotes.mock.calls[0]![0];
    expect({ entry, type, entryGlobalName }).toEqual({
      entry: 'https://offers.test/3/entry.js',
      type: 'global',
      entryGlobalName: 'mfe_offers',
    });
    expect(loadRemote).toHaveBeenCalledWith(`${name}/remote`);
    // the container and its scripts share one list of chunks, the releases have their own
    const scriptOf = (release: number) =>
      plugin.createScript({ url: `https://offers.test/${release}/entry.js` }) as unknown as {
        script: HTMLScriptElement & { flintChunks: unknown[] };
        timeout: number;
      };
    expect(scriptOf(3).script.flintChunks).toBe(scriptOf(3).script.flintChunks);
    expect(scriptOf(3).script.flintChunks).not.toBe(scriptOf(4).script.flintChunks);
    expect(scriptOf(3)).toMatchObject({ timeout: 3_000, script: { src: 'https://offers.test/3/entry.js' } });
    const running = jest.spyOn(document, 'currentScript', 'get');
    running.mockReturnValue(scriptOf(3).script);
    expect(page['webpackChunk_mfe_offers']).toBe(scriptOf(3).script.flintChunks);
    running.mockReturnValue(null);
    expect(page['webpackChunk_mfe_offers']).toBeUndefined();
    page['webpackChunk_mfe_offers'] = 'written by webpack';
    expect(page['webpackChunk_mfe_offers']).toBeUndefined();
  });

  it('a remote that does not run - while its style arrives - fails only then: the page can leave out the style', async () => {
    let link!: Element;
    const append = jest
      .spyOn(document.head, 'append')
      .mockImplementation((element) => void (link = element as Element));
    loadRemote.mockRejectedValueOnce(new Error('broken'));
    const given = { exposes: [{ name: 'remote', assets: { js: sync(), css: sync('a.css') } }] };
    const told = jest.fn();
    const loading = begin(7, given).then(told);
    await waitFor(() => expect(append).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(told).not.toHaveBeenCalled();
    link.dispatchEvent(new Event('load'));
    await loading;
    expect(told).toHaveBeenCalledWith('Error: broken');
  });

  it.each([
    ['and has other bytes once', 1, true, 'loaded'],
    ['and has other bytes twice', 2, true, 'did not run'],
    ['and is missing', 1, false, 'loaded'],
  ])(
    'a style - that does not load, %s - is fetched and applied once more',
    async (_what, failures, isThere, result) => {
      const style = jest.spyOn(files, 'style').mockResolvedValue(isThere);
      let left = failures;
      const append = jest.spyOn(document.head, 'append').mockImplementation((element) => {
        const type = left-- > 0 ? 'error' : 'load';
        setTimeout(() => (element as Element).dispatchEvent(new Event(type)));
      });
      const given = { exposes: [{ name: 'remote', assets: { js: sync(), css: sync('a.css') } }] };
      await expect(begin(6, given)).resolves.toContain(result);
      expect(append).toHaveBeenCalledTimes(isThere ? 2 : 1);
      expect(style).toHaveBeenCalledTimes(failures);
    },
  );

  it('an ECMAScript module - is preloaded with its hash, and started again only by a new page', async () => {
    files.add('https://offers.test/5/', { 'entry.mjs': 'sha384-entry' }, { remote: 'offers', version: '5' });
    const module = {
      metaData: { globalName: 'mfe_offers', remoteEntry: { path: '', name: 'entry.mjs', type: 'module' } },
      integrity: { 'entry.mjs': 'sha384-entry' },
    };
    const append = jest.spyOn(document.head, 'append').mockImplementation((element) => {
      expect(element).toMatchObject({
        rel: 'modulepreload',
        href: 'https://offers.test/5/entry.mjs',
        integrity: 'sha384-entry',
      });
      expect(registerRemotes).not.toHaveBeenCalled();
      settle(element as Element);
    });
    await expect(begin(5, module)).resolves.toBe('loaded');
    expect(append).toHaveBeenCalledTimes(1);
    expect(registerRemotes).toHaveBeenCalledTimes(1);
    // the page reloads, so this never settles
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    void begin(5, module);
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(append).toHaveBeenCalledTimes(1);
    expect(registerRemotes).toHaveBeenCalledTimes(1);
    // jsdom cannot reload, and logs that
    expect(String(said.mock.calls[0])).toContain('navigation');
  });
});
