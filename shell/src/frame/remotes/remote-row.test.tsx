import type { RemoteOverview } from '@flint/contracts/remotes-overview';
import { render, screen } from '@testing-library/react';
import { remotes, type RemoteState } from '../../remotes/remote-store';
import { loadedOf, publishToDevTools } from './loaded';
import { RemoteRow } from './RemoteRow';

jest.mock('../../remotes/federation', () => ({ loadExposed: () => undefined }));

const ENTRY = 'https://offers.test/1.2.0-ab/mf-manifest.json';
const remote = (id: string, more: object = {}) =>
  ({
    id,
    owner: 'the team',
    origin: `https://${id}.test`,
    routes: [`/${id}`],
    refused: null,
    releases: [
      { release: '1.1.0-cd', commit: 'fedcba9876543210', author: 'Ben' },
      { release: '1.2.0-ab', commit: '0123456789abcdef', author: 'Zoé' },
    ],
    ...more,
  }) as unknown as RemoteOverview;

/** The page runs the offers, in this version. */
const run = (version: string) =>
  jest.spyOn(remotes, 'stateOf').mockImplementation((id) => {
    const release = { entry: ENTRY, version };
    return (id === 'offers' ? { status: 'ready', remote: { release } } : { status: 'failed' }) as RemoteState;
  });

function cellsOf(shown: RemoteOverview): readonly (string | null)[] {
  const loaded = loadedOf(shown);
  const { unmount } = render(
    <table>
      <tbody>
        <RemoteRow remote={shown} loaded={loaded} isChosen={false} onChoose={() => undefined} />
      </tbody>
    </table>,
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  unmount();
  return cells;
}

describe('a remote in the list for testers', () => {
  beforeEach(() => {
    const files = [
      { name: 'https://photos.test/x.js', startTime: 10, duration: 9_000 },
      { name: 'https://offers.test/late.js', startTime: 1_300, duration: 50 },
      { name: 'https://offers.test/b.js', startTime: 1_299, duration: 11 },
      { name: 'https://offers.test/a.js', startTime: 300, duration: 40 },
    ];
    Object.assign(performance, { getEntriesByType: () => files });
  });
  afterEach(() => Reflect.deleteProperty(performance, 'getEntriesByType'));

  it.each([
    ['1.2.0-ab', 'Ready'],
    ['1.2.0-ab+test', 'Preview'],
  ])('that runs as %s - is %s, with its release, and the time of its first files', (version, state) => {
    run(version);
    const cells = [state, '1010 ms', '1.2.0-ab', 'offers.test', '012345678', 'Zoé'];
    expect(cellsOf(remote('offers'))).toEqual(cells);
    expect(loadedOf({ id: 'offers' }).time).toEqual({ start: 300, took: 1_010 });
  });

  it('that failed, or is refused - has no release; a refused one says why, and what runs meanwhile', () => {
    run('1.2.0-ab');
    const failed = ['Failed', '', '–', 'photos.test', '–', 'the team'];
    expect(cellsOf(remote('photos'))).toEqual(failed);
    const refused = ['Refused', 'bad hash From https://photos.test, by the team.'];
    expect(cellsOf(remote('photos', { refused: 'bad hash' }))).toEqual(refused);
    const newer = ['Refused', 'bad hash 1.2.0-ab stays in use. From https://offers.test, by the team.'];
    expect(cellsOf(remote('offers', { refused: 'bad hash' }))).toEqual(newer);
  });

  it('that runs - is told to the browser extension for Module Federation, if there is one', () => {
    run('1.2.0-ab');
    const page = globalThis as { __FEDERATION__?: { moduleInfo: object } };
    const all = [remote('photos'), remote('offers')];
    publishToDevTools(all);
    page.__FEDERATION__ = { moduleInfo: {} };
    publishToDevTools(all);
    expect(page.__FEDERATION__.moduleInfo).toMatchObject({
      flint_offers: { version: '1.2.0-ab', remoteEntry: ENTRY, owner: 'the team' },
      flint_shell: { remotesInfo: { flint_offers: { matchedVersion: ENTRY } } },
    });
    expect(Object.keys(page.__FEDERATION__.moduleInfo)).toEqual(['flint_offers', 'flint_shell']);
    delete page.__FEDERATION__;
  });
});
