import { act, render, screen } from '@testing-library/react';
import { PlatformProvider, REMOTE_CONTRACT } from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { files } from './files';
import type { LoadedRemote } from './registry';
import { RemoteScreen } from './RemoteScreen';
import { createRemoteStore } from './remote-store';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

const NOTICE = 'Some styles of this page did not load.';
const FOLDER = 'https://offers.test/files/';

const release = (version: string, styles: readonly string[]): LoadedRemote => ({
  module: { contract: REMOTE_CONTRACT, id: 'offers', Root: () => <h1>{`release ${version}`}</h1> },
  version,
  release: { entry: `https://offers.test/${version}/mf-manifest.json`, version },
  styles: styles.map((name) => FOLDER + name),
});

describe('a remote without one of its stylesheets', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation();
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('404'));
  });

  it('replaced by a release that has all of its own - shows no notice; after a roll-back it shows it again, until the stylesheet loads', async () => {
    files.add(FOLDER, { 'one.css': 'sha384-x' }, { remote: 'offers', version: '1' });
    const load = jest
      .fn<Promise<LoadedRemote>, []>()
      .mockResolvedValueOnce(release('1', ['one.css']))
      .mockResolvedValueOnce(release('2', ['two.css']))
      .mockResolvedValueOnce(release('1', ['one.css']));
    const store = createRemoteStore(load);
    render(
      <PlatformProvider value={fakePlatform()}>
        <RemoteScreen screen="offers" store={store} skeleton={null} />
      </PlatformProvider>,
    );
    await screen.findByText('release 1');
    await act(() => files.style(`${FOLDER}one.css`));
    expect(screen.getByText(NOTICE)).toBeVisible();
    act(() => store.retry('offers'));
    await screen.findByText('release 2');
    expect(screen.queryByText(NOTICE)).toBeNull();
    act(() => store.retry('offers'));
    await screen.findByText('release 1');
    expect(screen.getByText(NOTICE)).toBeVisible();
    jest.mocked(fetch).mockImplementation(async () => new Response(''));
    await act(() => files.style(`${FOLDER}one.css`));
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});
