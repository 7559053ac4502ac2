import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canary, recordShell, release, rollback } from '@flint/remote-build/release/commands';
import { sealManifest } from '@flint/remote-build/build/seal';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { changePointers, readPointers } from '@flint/remote-build/release/pointers';
import { prune } from '@flint/remote-build/release/prune';
import { servedNotes } from '@flint/remote-build/release/served';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { REPOSITORY } from '../compose/remotes';
import { releasesTable } from '@flint/remote-build/cli/list';
import { entryOf, fakeBuild } from '@flint/remote-build/release/testing/fake-build';

const execute = promisify(execFile);
const NOON = new Date('2030-05-01T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const hash = (n: number) => n.toString(16).padStart(8, '0');

let dir: string;
let store: ReleaseStore;
const now = () => NOON;
const liveOf = async (id: string) => (await readPointers(store)).remotes[id]?.live?.release;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flint-releases-'));
  store = folderStore(dir);
});

async function releaseBuild(build: string, options: Parameters<typeof release>[2] = {}, id = 'offers') {
  const dist = await fakeBuild({ build });
  return release({ store, now }, { id, dist, budget: 10, contract: 1 }, options);
}

describe('release', () => {
  it('release - a built remote - writes its folder and then moves the pointer to it', async () => {
    const made = await releaseBuild(hash(1));
    expect(made.release).toBe('1.0.0-00000001');
    expect(existsSync(join(dir, 'offers/files', entryOf(hash(1))))).toBe(true);
    expect(existsSync(join(dir, 'offers/files/.build-id'))).toBe(false);
    const { live } = (await readPointers(store)).remotes['offers'] ?? {};
    expect(live).toEqual({
      release: '1.0.0-00000001',
      integrity: expect.stringMatching(/^sha384-/),
      contract: 1,
      commit: '',
      author: '',
      since: NOON.toISOString(),
    });
  });

  it('release - the live build again, unsigned - changes nothing', async () => {
    await releaseBuild(hash(1));
    const before = (await readPointers(store)).remotes;
    await releaseBuild(hash(1));
    expect((await readPointers(store)).remotes).toEqual(before);
  });

  it.each([
    ['a changed file', { tamper: true }, /remoteEntry.* is not what the build made/],
    ['more kB than its budget', { budget: 0.001 }, /weighs .* its budget .* is 0.001 kB/],
    ['a contract the shell in service does not know yet', { contract: 2 }, /Deploy the shell first/],
    ['a contract two versions old', { contract: -1 }, /Build it against the present remote-kit/],
  ])('release - %s - is refused, and nothing moves', async (_name, given, reason) => {
    await recordShell(store, 1, NOON);
    const { tamper, budget, contract } = { tamper: false, budget: 10, contract: 1, ...given };
    const dist = await fakeBuild({ contract });
    if (tamper) writeFileSync(join(dist, entryOf('0a1b2c3d')), 'evil');
    const refused = release({ store, now }, { id: 'offers', dist, budget, contract: 3 });
    await expect(refused).rejects.toThrow(reason);
    expect((await readPointers(store)).remotes).toEqual({});
  });

  it('release - other bytes under a name that exists - is refused: a folder never changes', async () => {
    await releaseBuild(hash(1));
    const dist = await fakeBuild({ build: hash(1), text: 'other' });
    await expect(release({ store }, { id: 'offers', dist, budget: 10, contract: 1 })).rejects.toThrow(
      'exists with other content',
    );
    expect(readFileSync(join(dir, 'offers/files', entryOf(hash(1))), 'utf8')).toBe(hash(1));
  });

  it('release - a file of another release under the same name, with other bytes - is refused; a damaged copy of the same file is repaired', async () => {
    await releaseBuild(hash(1));
    const same = () => fakeBuild({ build: hash(2), text: hash(1) });
    const file = join(dir, 'offers/files', entryOf(hash(1)));
    writeFileSync(file, 'half');
    const workspace = { id: 'offers', budget: 10, contract: 1 };
    await release({ store }, { ...workspace, dist: await same() });
    expect(readFileSync(file, 'utf8')).toBe(hash(1));
    const dist = await same();
    writeFileSync(join(dist, entryOf(hash(1))), 'other');
    await sealManifest(dist, hash(3));
    await expect(release({ store }, { ...workspace, dist })).rejects.toThrow(
      `${entryOf(hash(1))} exists in 1.0.0-00000001 with other content`,
    );
    expect(readFileSync(file, 'utf8')).toBe(hash(1));
  });

  it('release - two of one remote at the same time - make one live, and the other fails with the reason', async () => {
    await releaseBuild(hash(1));
    let waiting = 0;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    // both have read the pointers before either continues
    const build = () => {
      waiting += 1;
      if (waiting === 2) open();
      return both;
    };
    const results = await Promise.allSettled([
      releaseBuild(hash(2), { build }),
      releaseBuild(hash(3), { build }),
    ]);
    const refused = results.filter((each) => each.status === 'rejected');
    const done = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain('was moved to 1.0.0-0000000');
    expect(await liveOf('offers')).toBe(done[0]?.release);
  });

  it('release - of twelve remotes at the same instant - makes all live: no pointer is lost', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `remote${n}`);
    await Promise.all(ids.map((id, n) => releaseBuild(hash(n), {}, id)));
    for (const [n, id] of ids.entries()) expect(await liveOf(id)).toBe(`1.0.0-${hash(n)}`);
    expect((await readPointers(store)).revision).toBe(12);
  });

  it('pointers - moved 20 times each by three processes - count 60 moves: none is lost', async () => {
    const script = join(REPOSITORY, 'packages/remote-build/src/release/testing/move-often.ts');
    const move = (id: string) => execute(process.execPath, ['--import', 'tsx', script, dir, id, '20']);
    await Promise.all(['auth', 'offers', 'photos'].map(move));
    const { revision, remotes } = await readPointers(store);
    expect(revision).toBe(60);
    expect(Object.values(remotes).map(({ moves }) => moves)).toEqual([20, 20, 20]);
  });
});

describe('rollback', () => {
  it('rollback - after three releases - returns one by one, then to the shipped build, then reports that none is older', async () => {
    for (const n of [1, 2, 3]) await releaseBuild(hash(n));
    await rollback({ store, now }, 'offers');
    expect(await liveOf('offers')).toBe('1.0.0-00000002');
    await rollback({ store, now }, 'offers');
    expect(await liveOf('offers')).toBe('1.0.0-00000001');
    expect((await rollback({ store, now }, 'offers')).live).toBeNull();
    await expect(rollback({ store, now }, 'offers')).rejects.toThrow('offers runs as it was shipped');
    await rollback({ store, now }, 'offers', '1.0.0-00000003');
    expect((await rollback({ store, now }, 'offers', 'shipped')).live).toBeNull();
  });

  it('rollback - to a named release - accepts its hash or full name, and refuses an unknown one', async () => {
    for (const n of [1, 2, 3]) await releaseBuild(hash(n));
    await rollback({ store, now }, 'offers', hash(1));
    expect(await liveOf('offers')).toBe('1.0.0-00000001');
    await rollback({ store, now }, 'offers', '1.0.0-00000003');
    expect(await liveOf('offers')).toBe('1.0.0-00000003');
    await rollback({ store, now }, 'offers');
    expect(await liveOf('offers')).toBe('1.0.0-00000001');
    await expect(rollback({ store, now }, 'offers', '1.0.0')).rejects.toThrow('fits several');
    await expect(rollback({ store, now }, 'offers', '7.0.0')).rejects.toThrow('is none of them');
    await expect(rollback({ store, now }, 'photos')).rejects.toThrow('has no release');
  });
});

describe('canary', () => {
  it('canary - 10 percent, then 50, then everyone - becomes live at 100', async () => {
    await releaseBuild(hash(1));
    await releaseBuild(hash(2), { canary: 10 });
    expect((await readPointers(store)).remotes['offers']).toMatchObject({
      live: { release: '1.0.0-00000001' },
      canary: { release: '1.0.0-00000002', percent: 10 },
    });
    expect((await canary({ store, now }, 'offers', 50)).canary?.percent).toBe(50);
    const after = await canary({ store, now }, 'offers', 100);
    expect(after).toMatchObject({ live: { release: '1.0.0-00000002' } });
    expect(after.canary).toBeUndefined();
  });

  it('canary - roll-back while it runs - ends it and leaves the live release', async () => {
    await releaseBuild(hash(1));
    await releaseBuild(hash(2), { canary: 10 });
    const after = await rollback({ store, now }, 'offers');
    expect(after.canary).toBeUndefined();
    expect(after.live?.release).toBe('1.0.0-00000001');
    expect(after.past).toEqual([{ release: '1.0.0-00000002', until: NOON.toISOString() }]);
  });

  it('canary - before any release, or of the live one - is refused', async () => {
    await expect(releaseBuild(hash(1), { canary: 10 })).rejects.toThrow('no live release yet');
    await releaseBuild(hash(1));
    await expect(releaseBuild(hash(1), { canary: 10 })).rejects.toThrow('is live already');
    await expect(canary({ store }, 'offers', 20)).rejects.toThrow('has no canary');
  });
});

describe('a damaged manifest of an earlier release', () => {
  it('release and prune - name that file, and change nothing', async () => {
    await releaseBuild(hash(1));
    writeFileSync(join(dir, `offers/1.0.0-${hash(1)}/mf-manifest.json`), '{');
    const said = new RegExp(`^offers/1.0.0-${hash(1)}/mf-manifest.json is not JSON`);
    await expect(releaseBuild(hash(2))).rejects.toThrow(said);
    await expect(prune(store, 'offers', { keep: 1, at: NOON })).rejects.toThrow(said);
    expect(await liveOf('offers')).toBe(`1.0.0-${hash(1)}`);
  });
});

describe('prune', () => {
  const kept = (n: number) => existsSync(join(dir, `offers/1.0.0-${hash(n)}`));
  const age = (key: string, days: number) => {
    const time = new Date(Date.now() - days * DAY_MS);
    utimesSync(join(dir, key), time, time);
  };

  it('prune - eight releases - retains the newest, the live one, the next roll-back and those served today', async () => {
    const past = { store, now: () => new Date(Date.now() - 3 * DAY_MS) };
    for (let n = 1; n <= 8; n++) {
      const dist = await fakeBuild({ build: hash(n) });
      await release(past, { id: 'offers', dist, budget: 10, contract: 1 });
      age(`offers/1.0.0-${hash(n)}/mf-manifest.json`, 20 - n);
    }
    await rollback(past, 'offers', hash(4));
    const note = servedNotes(store);
    await note('offers', `1.0.0-${hash(1)}`);
    await note('offers', `1.0.0-${hash(2)}`);
    age(`served/offers/1.0.0-${hash(2)}`, 2);
    const gone = await prune(store, 'offers', { keep: 2, at: new Date() });
    expect(gone).toEqual([2, 5, 6].map((n) => `1.0.0-${hash(n)}`));
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter(kept)).toEqual([1, 3, 4, 7, 8]);
    const hasFile = (n: number) => existsSync(join(dir, 'offers/files', entryOf(hash(n))));
    // written today according to the store: a release may be in progress
    expect([2, 5, 6].filter(hasFile)).toEqual([2, 5, 6]);
    for (let n = 1; n <= 8; n++) age(`offers/files/${entryOf(hash(n))}`, 2);
    await prune(store, 'offers', { keep: 2, at: new Date() });
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter(hasFile)).toEqual([1, 3, 4, 7, 8]);
  });

  it('prune - of a release used within the day - retains it, because tabs still run it', async () => {
    for (let n = 1; n <= 3; n++) {
      await releaseBuild(hash(n));
      age(`offers/1.0.0-${hash(n)}/mf-manifest.json`, 9);
    }
    expect(await prune(store, 'offers', { keep: 1, at: new Date(NOON.getTime() + DAY_MS / 2) })).toEqual([]);
    expect(await prune(store, 'offers', { keep: 1, at: new Date(NOON.getTime() + 2 * DAY_MS) })).toEqual([
      '1.0.0-00000001',
    ]);
  });
});

describe('folder store', () => {
  it('writeIf - the file changed since it was read - returns false and does not overwrite', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(await store.writeIf('x.json', bytes('a'), null)).toBe(true);
    const read = await store.read('x.json');
    expect(await store.writeIf('x.json', bytes('b'), read?.etag ?? null)).toBe(true);
    expect(await store.writeIf('x.json', bytes('c'), read?.etag ?? null)).toBe(false);
    expect(await store.writeIf('x.json', bytes('c'), null)).toBe(false);
    expect(readFileSync(join(dir, 'x.json'), 'utf8')).toBe('b');
  });

  it('a release - in a folder that does not exist yet - is for others to read, and what the folder lies in is not', async () => {
    await folderStore(join(dir, 'data/releases')).write('offers/files/a.js', new Uint8Array());
    const open = (path: string) => (statSync(join(dir, path)).mode & 0o077).toString(8);
    expect(['data', 'data/releases', 'data/releases/offers/files'].map(open)).toEqual(['0', '55', '55']);
    expect(open('data/releases/offers/files/a.js')).toBe('44');
  });

  it('lock - of a dead process - is taken over', async () => {
    writeFileSync(join(dir, 'remotes.json.lock'), 'dead');
    age10('remotes.json.lock');
    await changePointers(store, (pointers) => pointers);
    expect((await readPointers(store)).revision).toBe(1);
    expect(existsSync(join(dir, 'remotes.json.lock'))).toBe(false);
  });

  const age10 = (key: string) => {
    const time = new Date(Date.now() - 60_000);
    utimesSync(join(dir, key), time, time);
  };
});

describe('releases', () => {
  it('table - of a released and an unreleased remote - shows what is live since when', async () => {
    await recordShell(store, 1, NOON);
    await releaseBuild(hash(1));
    await releaseBuild(hash(2), { canary: 5 });
    const kept = new Map([
      ['offers', 2],
      ['photos', 0],
    ]);
    const text = releasesTable(await readPointers(store), kept, { isShipped: true });
    expect(text).toMatch(/offers +1\.0\.0-00000001 +2030-05-01 .* 1\.0\.0-00000002 for 5 % since 2030/);
    expect(text).toMatch(/photos +as shipped/);
    expect(text).toContain('shell in service: contract 1 (takes 0 and 1)');
  });
});
