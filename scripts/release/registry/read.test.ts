import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addRemote, listRegistry, removeRemote, renewRegistry } from './commands';
import { FIVE, useRegistry } from './testing/open-registry';
import { makeKey } from './testing/team-elsewhere';

const DAY_MS = 24 * 3_600_000;
const KEY = 'registry.json';

const registry = useRegistry();

describe('a registry that a shell refuses', () => {
  it('of another environment - leaves the five shipped remotes, and is logged', async () => {
    await registry.register({}, { environment: 'https://test.campus.edu' });
    expect(await registry.startShell()()).toBe(FIVE);
    expect(registry.state.refusals).toEqual([
      'registry is for https://test.campus.edu, not for https://flint.campus.edu',
    ]);
    await expect(renewRegistry(registry.context())).rejects.toThrow(
      'The registry there is for https://test.campus.edu',
    );
  });

  it('an older one put back - in a running shell and after a restart - leaves the newer one', async () => {
    const ask = registry.startShell();
    await registry.register();
    const old = (await registry.store().read(KEY))!.bytes;
    await removeRemote(registry.context(), 'clubs');
    expect(await ask()).toBe(FIVE);
    await registry.store().write(KEY, old);
    expect(await ask()).toBe(FIVE);
    expect(await registry.startShell()()).toBe(FIVE);
    expect(registry.state.refusals[0]).toBe('registry has number 1, older than 2, which was seen before');
  });

  it('deleted, unsigned, or signed by a stranger - leaves the one trusted last', async () => {
    await registry.register();
    const ask = registry.startShell();
    expect(await ask()).toBe(`${FIVE} clubs`);
    await registry.store().remove(KEY);
    expect(await ask()).toBe(`${FIVE} clubs`);
    await registry.store().write(KEY, new TextEncoder().encode(JSON.stringify({ revision: 9, entries: [] })));
    expect(await ask()).toBe(`${FIVE} clubs`);
    const stranger = await makeKey(registry.dir, 'stranger');
    const entries = {
      remote: 'registry',
      revision: 9,
      environment: 'https://flint.campus.edu',
      expires: '2999-01-01',
      entries: [],
    };
    const signed = await stranger.signer.sign('flint-registry', entries);
    await registry.store().write(KEY, new TextEncoder().encode(JSON.stringify({ signed })));
    expect(await ask()).toBe(`${FIVE} clubs`);
    const pointer = await registry.platform.signer.sign('flint-pointer', entries);
    await registry.store().write(KEY, new TextEncoder().encode(JSON.stringify({ signed: pointer })));
    expect(await ask()).toBe(`${FIVE} clubs`);
    expect(registry.state.refusals).toEqual([
      'registry was there before and is gone',
      'registry is not signed',
      `registry is signed by a key that is not trusted (${stranger.public.kid})`,
      'registry is signed as flint-pointer, not as flint-registry',
    ]);
  });

  it('frozen for 90 days - leaves the five shipped remotes; renewed - is used again', async () => {
    await registry.register();
    const ask = registry.startShell();
    expect(await ask()).toBe(`${FIVE} clubs`);
    registry.state.now = new Date(registry.state.now.getTime() + 91 * DAY_MS);
    expect(await ask()).toBe(FIVE);
    expect(registry.state.refusals[0]).toMatch(/^registry expired on .*npx flint release registry renew$/);
    await renewRegistry(registry.context());
    expect(await ask()).toBe(`${FIVE} clubs`);
  });

  it('unreadable, also after a restart - leaves the last one until it expires', async () => {
    await registry.register();
    const ask = registry.startShell();
    expect(await ask()).toBe(`${FIVE} clubs`);
    await registry.store().remove(KEY);
    mkdirSync(join(registry.dir, 'place', KEY));
    expect(await ask()).toBe(`${FIVE} clubs`);
    expect(await registry.startShell()()).toBe(`${FIVE} clubs`);
    registry.state.now = new Date(registry.state.now.getTime() + 91 * DAY_MS);
    expect(await ask()).toBe(FIVE);
    expect(registry.state.refusals[0]).toMatch(/^registry cannot be read \(EISDIR/);
  });

  it('huge or malformed - leaves the five shipped remotes', async () => {
    const ask = registry.startShell();
    await registry.store().write(KEY, new Uint8Array(300_000).fill(32));
    expect(await ask()).toBe(FIVE);
    await registry.store().write(KEY, new TextEncoder().encode('{"revision":"1"}'));
    expect(await ask()).toBe(FIVE);
    expect(registry.state.refusals).toEqual([
      'registry is larger than 256000 bytes',
      'registry cannot be read: it is no registry',
    ]);
  });

  it('unsigned and edited by hand - shows only its valid entries', async () => {
    const entries = [
      {
        ...registry.team.entry(),
        id: 'evil',
        screens: [{ ...registry.team.entry().screens[0]!, id: 'evil', route: '/offers' }],
      },
      { ...registry.team.entry(), id: 'offers' },
      'nonsense',
      registry.team.entry(),
      { ...registry.team.entry(), owner: 'A second one' },
    ];
    await registry.store().write(KEY, new TextEncoder().encode(JSON.stringify({ revision: 1, entries })));
    const { entries: shown, refused } = await listRegistry(registry.context({ ring: null, signer: null }));
    expect(shown.map(({ id }) => id).join(' ')).toBe(`${FIVE} clubs`);
    expect(shown.at(-1)?.owner).toBe('Student union');
    expect(refused).toEqual([
      ['evil', 'asks for /offers, which is Flint’s'],
      ['offers', 'comes with Flint: its screens and routes stay as they are'],
      ['registry', expect.stringContaining('The entry is refused')],
      ['clubs', 'is taken'],
    ]);
  });

  it('without a signer - an edit - is refused', async () => {
    await expect(addRemote(registry.context({ signer: null }), registry.team.entry())).rejects.toThrow(
      'The registry is signed here: set RELEASE_KEY',
    );
    const other = await makeKey(registry.dir, 'other');
    await expect(
      addRemote(registry.context({ signer: other.signer }), registry.team.entry()),
    ).rejects.toThrow('What this key signs would be refused: it is signed by a key that is not trusted');
  });
});
