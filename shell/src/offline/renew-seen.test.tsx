import { act, renderHook } from '@testing-library/react';
import { files } from '../remotes/files';
import { ADDRESSES_READ } from '../remotes/registry';
import { browser } from '../remotes/preload-next';
import type { Manifest } from '../remotes/warm';
import { useRenewSeen } from './renew-seen';

const AT = 'https://flint.test/remotes/offers';
const HASHES = {
  'remoteEntry.aaaaaaaaa2.js': 'a',
  'screen-matches.bbbbbbbbb2.js': 'b',
  'screen-matches.bbbbbbbbb2.css': 'c',
  'dialog.ccccccccc2.js': 'd',
};
const manifest = {
  files: '../files/',
  integrity: HASHES,
  exposes: [],
  metaData: { remoteEntry: { path: '', name: 'remoteEntry.aaaaaaaaa2.js' } },
} satisfies Manifest;

const prefetched: string[] = [];
jest.mock('../remotes/registry', () => ({
  ADDRESSES_READ: 'flint-addresses',
  prefetchRemote: async (id: string) =>
    prefetched.push(id) && id === 'offers'
      ? { manifest, release: { entry: `${AT}/2/mf-manifest.json` } }
      : null,
}));

/** The files of the remote's folder that were downloaded, of a device with the first release; addresses are read twice. */
async function downloaded(sparesData: boolean) {
  const kept = [
    '1/mf-manifest.json',
    'files/screen-matches.bbbbbbbbb1.js',
    'files/remoteEntry.aaaaaaaaa2.js',
  ];
  const keys = async () => kept.map((file) => ({ url: `${AT}/${file}` }));
  Object.assign(globalThis, { caches: { keys: async () => ['flint-files'], open: async () => ({ keys }) } });
  jest.spyOn(browser, 'sparesData').mockReturnValue(sparesData);
  jest.spyOn(browser, 'whenIdle').mockImplementation((work) => (work(), () => undefined));
  // a file that cannot be downloaded is not requested again, too
  const load = jest.spyOn(files, 'load').mockRejectedValue(new Error('gone'));
  renderHook(useRenewSeen);
  for (const _time of [1, 2]) {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    dispatchEvent(new Event(ADDRESSES_READ));
  }
  return load.mock.calls.map(([url]) => url.slice(AT.length));
}

afterEach(() => Reflect.deleteProperty(globalThis, 'caches'));

describe('a current release whose older one is on the device', () => {
  it('addresses read twice - of a remote with one screen seen - downloads that screen and its stylesheet once, and no other part', async () => {
    expect(await downloaded(true)).toEqual([]);
    expect(prefetched).toEqual([]);
    expect(await downloaded(false)).toEqual([
      '/files/screen-matches.bbbbbbbbb2.js',
      '/files/screen-matches.bbbbbbbbb2.css',
    ]);
    expect(new Set(prefetched)).toEqual(new Set(['offers', '1']));
  });
});
