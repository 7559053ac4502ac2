import runtime from './container-runtime';
import { satisfies, type ShareScope } from './share-scope';

const { initContainerEntry, consumes } = runtime.bundlerRuntime;

/** A container with one chunk that takes one shared module. */
function container(requiredVersion: string) {
  const webpackRequire = {
    m: {} as Record<string, (module: { exports: unknown }) => void>,
    c: {},
    consumesLoadingData: { moduleIdToConsumeDataMapping: { id: { shareKey: 'react', requiredVersion } } },
  };
  const installedModules = {};
  return {
    load(scope: ShareScope) {
      initContainerEntry({ shareScope: scope });
      const promises: Promise<unknown>[] = [];
      consumes({
        chunkId: 'screen',
        chunkMapping: { screen: ['id'] },
        installedModules,
        promises,
        webpackRequire,
      });
      return Promise.all(promises);
    },
    required() {
      const module = { exports: null as unknown };
      webpackRequire.m['id']?.(module);
      return module.exports;
    },
  };
}

const lend = (version: string, get: ShareScope[string][string]['get']): ShareScope => ({
  react: { [version]: { from: 'shell', get } },
});

describe('the runtime of a remote’s container', () => {
  it.each([
    ['at once', () => () => 'the module'],
    ['later', () => Promise.resolve(() => 'the module')],
  ])('shared module - lent %s - is what the remote’s code gets', async (_when, get) => {
    const remote = container('^19.3.1');
    await remote.load(lend('19.3.1', get));
    expect(remote.required()).toBe('the module');
  });

  it('shared module - did not arrive - fails that load, and the next one asks again', async () => {
    const remote = container('^19.3.1');
    await expect(remote.load(lend('19.3.1', () => Promise.reject(new Error('offline'))))).rejects.toThrow(
      'offline',
    );
    await remote.load(lend('19.3.1', () => () => 'the module'));
    expect(remote.required()).toBe('the module');
  });

  it('shared module - asked for by two chunks at once - is fetched once', async () => {
    const remote = container('^19.3.1');
    const get = jest.fn(() => Promise.resolve(() => 'the module'));
    await Promise.all([remote.load(lend('19.3.1', get)), remote.load(lend('19.3.1', get))]);
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('shared module - missing, or too old - is refused in words', () => {
    expect(() => container('^19.3.1').load({})).toThrow('the shell does not provide react');
    expect(() => container('^19.3.1').load(lend('18.3.1', () => () => 0))).toThrow(
      'the shell provides react 18.3.1, not ^19.3.1',
    );
  });
});

describe('satisfies', () => {
  it.each([
    ['19.3.1', '^19.3.1', true],
    ['19.4.0', '^19.3.1', true],
    ['19.3.0', '^19.3.1', false],
    ['19.2.9', '^19.3.1', false],
    ['20.0.0', '^19.3.1', false],
    ['1.10.0', '^1.9.0', true],
    ['2.0.0', '^1.0.0 || ^2.0.0', true],
    ['3.0.0', '^1.0.0 || ^2.0.0', false],
  ])('%s - against %s - is %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected);
  });
});
