import { entryOf } from '@flint/remote-build/release/testing/fake-build';
import type { RegistryEntry } from '@flint/contracts/registry';
import { addRemote, changeRemote, listRegistry, removeRemote, renewRegistry } from './commands';
import { readDocument } from './document';
import { FIVE, useRegistry } from './testing/open-registry';
import { openTeam } from './testing/team-elsewhere';

const registry = useRegistry();

describe('the registry', () => {
  it('an empty registry - when read - has the five shipped remotes', async () => {
    expect(await registry.startShell()()).toBe(FIVE);
  });

  it('a sixth remote - added, changed and removed - changes in a running shell', async () => {
    const ask = registry.startShell();
    await ask();
    await registry.register();
    expect(await ask()).toBe(`${FIVE} clubs`);
    await changeRemote(registry.context(), registry.team.entry({ owner: 'Another' }));
    expect((await listRegistry(registry.context())).entries.at(-1)?.owner).toBe('Another');
    await removeRemote(registry.context(), 'clubs');
    expect(await ask()).toBe(FIVE);
    expect(registry.state.refusals).toEqual([]);
  });

  it.each<[string, () => Partial<RegistryEntry>, boolean, RegExp]>([
    [
      'a stolen key is revoked, before its team has released again',
      () => ({ keys: [{ ...registry.team.key.public, revoked: '2030-01-01T00:00:00Z' }] }),
      true,
      /^clubs is signed by team, a key revoked on 2030-01-01T00:00:00Z$/,
    ],
    [
      'a route is taken away from an owner that answers 503',
      () => ({ trust: 'foreign', routes: [] }),
      false,
      /^clubs cannot be reached at .* \(it answered 503\)$/,
    ],
  ])('%s - at the same origin - is stored, with a warning', async (_what, changes, isUp, warning) => {
    await registry.register();
    if (!isUp) registry.team.setFault(() => ({ status: 503, body: '' }));
    const warnings: string[] = [];
    const warn = (id: string, reason: string) => void warnings.push(`${id} ${reason}`);
    const changed = registry.team.entry(changes());
    await changeRemote(registry.context({ warn }), changed);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    expect((await listRegistry(registry.context())).entries.at(-1)).toEqual(changed);
    const moved = registry.team.entry({ ...changes(), origin: `${registry.team.url}/elsewhere` });
    await expect(changeRemote(registry.context({ warn }), moved)).rejects.toThrow(/^clubs /);
    expect((await listRegistry(registry.context())).entries.at(-1)).toEqual(changed);
  });

  it.each<[string, string[], number?]>([
    ['nothing', [`clubs has no file clubs/files/${entryOf('00000001')}: its screens do not load`], 404],
    [
      'public, max-age=600',
      ['clubs serves its files without "immutable" in cache-control: offline its screens are missing'],
    ],
    ['public, max-age=31536000, immutable', []],
  ])(
    'a remote whose files come with %s - is added, with the warnings %j',
    async (cache, expected, status = 200) => {
      registry.team.setFault((path) => (/\/files\//.test(path) ? { status, body: '00000001', cache } : null));
      const warnings: string[] = [];
      await registry.register({}, { warn: (id, reason) => void warnings.push(`${id} ${reason}`) });
      expect(warnings).toEqual(expected);
      expect(await registry.startShell()()).toBe(`${FIVE} clubs`);
    },
  );

  it('a remote whose newest release does not fit - after one that does - is added, with a warning', async () => {
    await registry.team.release('00000001');
    await registry.team.release('00000002', { contract: 7 });
    const warn = jest.fn();
    await addRemote(registry.context({ warn }), registry.team.entry());
    expect(warn.mock.calls).toEqual([['clubs', 'was built for contract 7; this shell takes 0 and 1']]);
  });

  it('of two concurrent edits - the second one - is refused, and the first is stored', async () => {
    await registry.register();
    const rides = await openTeam('rides');
    try {
      await rides.release('00000001');
      let isFirst = true;
      // the second one writes while the first reads its entry's releases
      rides.setFault((path) => {
        if (isFirst) {
          isFirst = false;
          edit = removeRemote(registry.context(), 'clubs');
        }
        return /\/files\//.test(path) ? { status: 200, body: '', cache: 'no-store' } : null;
      });
      let edit: Promise<void> | undefined;
      const slow = registry.store();
      const waiting = {
        ...slow,
        writeIf: async (...args: Parameters<typeof slow.writeIf>) => (await edit, slow.writeIf(...args)),
      };
      const warn = jest.fn();
      await expect(addRemote(registry.context({ store: waiting, warn }), rides.entry())).rejects.toThrow(
        'The registry was changed by somebody else meanwhile; nothing was changed.',
      );
      expect(warn).not.toHaveBeenCalled();
      expect((await listRegistry(registry.context())).entries.map(({ id }) => id).join(' ')).toBe(FIVE);
    } finally {
      await rides.close();
    }
  });

  it('a shipped remote - with another title, then removed - has its shipped title again', async () => {
    const { entries } = await listRegistry(registry.context());
    const offers = entries.find(({ id }) => id === 'offers')!;
    const screens = offers.screens.map((screen) => ({
      ...screen,
      title: { en: 'Dates', fr: 'Rendez-vous' },
    }));
    await changeRemote(registry.context(), { ...offers, screens });
    const titles = async () =>
      (await listRegistry(registry.context())).entries
        .find(({ id }) => id === 'offers')!
        .screens.map(({ title }) => title.en);
    expect(await titles()).toEqual(['Dates', 'Dates']);
    await removeRemote(registry.context(), 'offers');
    expect(await titles()).toEqual(['Matches', 'Offers']);
    await expect(removeRemote(registry.context(), 'offers')).rejects.toThrow(
      'offers comes with Flint and stays.',
    );
    await expect(addRemote(registry.context(), offers)).rejects.toThrow('offers is taken');
    const moved = { ...offers, screens: [{ ...offers.screens[0]!, route: '/dates' }] };
    await expect(changeRemote(registry.context(), moved)).rejects.toThrow(
      'its screens and routes stay as they are',
    );
  });

  it('an entry that this version refuses - is kept, changed by its name only, and removed by it', async () => {
    await registry.register();
    const unsigned = registry.context({ ring: null, signer: null });
    const clubs = registry.team.entry();
    const newer = { ...clubs, id: 'chess', field: 'of a newer version' };
    const store = registry.store();
    await store.write(
      'registry.json',
      new TextEncoder().encode(JSON.stringify({ revision: 1, entries: [newer, clubs] })),
    );
    const stored = async () => (await readDocument(store)).entries;
    await renewRegistry(unsigned);
    expect(await stored()).toEqual([newer, clubs]);
    const changed = { ...clubs, owner: 'Chess club' };
    await changeRemote(unsigned, changed);
    expect(await stored()).toEqual([newer, changed]);
    await expect(addRemote(unsigned, { ...clubs, id: 'chess' })).rejects.toThrow(
      'chess is taken: change or remove it.',
    );
    await removeRemote(unsigned, 'chess');
    expect(await stored()).toEqual([changed]);
  });
});
