import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { startTestServer, type TestServer } from '@flint/testing';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';
import { fixedClock } from '../infra/clock';
import { deriveKey } from '../infra/derive-key';
import { backupReady } from '../infra/metrics';
import { measureBackup } from '../resources/backups/index';
import { backUp, checkBackup } from './backup';
import { backUpDaily, dueOf, keptOf } from './daily-backup';
import { restore } from './restore';
import { contentOf, newTarget } from './testing/targets';

const DAY_MS = 86_400_000;
const nameOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const dayOf = (name: string) => name.slice(0, 10);

describe('the backups that are kept', () => {
  const NOW = Date.parse('2026-11-25T02:00:00Z');
  const instants = fc.array(fc.integer({ min: NOW - 500 * DAY_MS, max: NOW }), {
    minLength: 1,
    maxLength: 80,
  });

  it('are the newest of each day of a week, some older ones, and none that a student’s deletion must not survive', () => {
    fc.assert(
      fc.property(instants, (all) => {
        const names = all.map(nameOf);
        const kept = keptOf(names, new Date(NOW));
        const days = [...new Set(names.map(dayOf))].toSorted().toReversed().slice(0, 7);
        for (const day of days.filter((each) => Date.parse(each) > NOW - 119 * DAY_MS))
          expect(kept).toContain(
            names
              .filter((name) => dayOf(name) === day)
              .toSorted()
              .at(-1),
          );
        expect(kept.length).toBeLessThanOrEqual(14);
        for (const name of kept) expect(Date.parse(dayOf(name))).toBeGreaterThan(NOW - 121 * DAY_MS);
        // what was kept stays while no newer one comes
        expect(keptOf(kept, new Date(NOW))).toEqual(kept);
      }),
    );
  });

  it('of a year of nights - reach back three months', () => {
    let kept: string[] = [];
    for (let at = NOW; at < NOW + 365 * DAY_MS; at += DAY_MS)
      kept = keptOf([...kept, nameOf(at)], new Date(at));
    // seven days, four weeks and three months, some of which are the same
    expect(kept.length).toBe(11);
    expect(kept.at(-1)!.slice(0, 7)).toBe('2027-09');
  });

  it('of a clock that is a year ahead, and of the nights after it was right again - say what is in doubt', () => {
    const names = [1, 2].map((day) => nameOf(NOW + day * DAY_MS));
    const ahead = [400, 401].map((day) => nameOf(NOW + day * DAY_MS));
    const doubts = (all: readonly string[], day: number) => dueOf(all, new Date(NOW + day * DAY_MS)).doubts;
    expect(doubts(names, 2)).toEqual([]);
    expect(doubts([...names, nameOf(NOW + 12 * DAY_MS)], 12)).toHaveLength(1);
    for (const some of [ahead.slice(0, 1), ahead])
      expect(doubts([...names, ...some], 401)).toEqual([
        expect.stringContaining('none is between 2026-11-27'),
      ]);
    expect(doubts([...ahead, ...names], 3)).toEqual(
      ['2027-12-30', '2027-12-31'].map((day) => expect.stringMatching(`^${day}T02.* of the future`)),
    );
  });
});

describe('a daily backup', () => {
  let server: TestServer;
  let root: string;
  let newest: string;
  const clock = fixedClock('2026-11-25T02:00:00Z');
  /** What the alert about a missed night reads. */
  const measured = async () => {
    await measureBackup(server.deps);
    return new Date((await backupReady.get()).values[0]!.value * 1000);
  };
  const files = async (name: string) =>
    (await readdir(path.join(root, name, 'photos'), { recursive: true })).filter((each) =>
      each.includes('.'),
    );
  beforeAll(async () => {
    root = path.join(await mkdtemp(path.join(tmpdir(), 'flint-daily-')), 'backups');
    server = await startTestServer({ clock, env: { SAFETY_EMAIL: 'operators@campus.edu' } });
    const student = { email: 'ann@campus.edu', name: 'Ann Adler', answered: 1, photos: 1, week: true };
    await seedStudent(server.deps, createRandom(1), student);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('that never came - is missed from the first look on, also after a restore', async () => {
    const first = clock.now();
    expect(await measured()).toEqual(first);
    clock.advanceSeconds(60);
    expect(await measured()).toEqual(first);
    await server.deps.db.collection('backups').deleteMany({});
    expect(await measured()).toEqual(clock.now());
    clock.advanceSeconds(-60);
  });

  it('is encrypted, tried in a database that is dropped, and recorded; the next one links its pictures', async () => {
    const first = await backUpDaily(server.deps, root);
    expect(path.basename(first.folder)).toBe('2026-11-25T02-00-00Z');
    expect(await measured()).toEqual(clock.now());
    const { databases } = await server.deps.db.db!.admin().listDatabases();
    expect(databases.filter(({ name }) => name.endsWith('_backup_trial'))).toEqual([]);
    expect(await readdir(root)).toEqual(['2026-11-25T02-00-00Z']);
    for (const file of (await readdir(first.folder, { recursive: true })).filter((each) =>
      /\.\w+$/.test(each),
    )) {
      const bytes = await readFile(path.join(first.folder, file));
      if (!file.endsWith('manifest.json'))
        expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));
      for (const known of ['Ann Adler', 'campus.edu', 'WEBP', 'JFIF'])
        expect(bytes.includes(known)).toBe(false);
    }

    clock.advanceSeconds(DAY_MS / 1000);
    const student = { email: 'ben@campus.edu', name: 'Ben', answered: 1, photos: 1, week: true };
    await seedStudent(server.deps, createRandom(2), student);
    const second = await backUpDaily(server.deps, root);
    const [old, all] = [await files('2026-11-25T02-00-00Z'), await files('2026-11-26T02-00-00Z')];
    expect(all.length).toBe(2 * old.length);
    for (const file of all) {
      const { nlink } = await stat(path.join(second.folder, 'photos', file));
      expect([file, nlink]).toEqual([file, old.includes(file) ? 2 : 1]);
    }
    await using target = await newTarget(server);
    await restore(target.deps, second.folder);
    expect(await contentOf(target.deps)).toEqual(await contentOf(server.deps));
  });

  it('that fails - leaves the others as they are, and is gone', async () => {
    clock.advanceSeconds(DAY_MS / 1000);
    const before = await readdir(root);
    const recorded = await measured();
    const migrations = server.deps.db.collection<{ migrationName: string }>('migrations');
    await migrations.insertOne({ migrationName: '2099-01-01-next' });
    await expect(backUpDaily(server.deps, root)).rejects.toThrow('a newer version of Flint');
    await migrations.deleteOne({ migrationName: '2099-01-01-next' });
    expect(await readdir(root)).toEqual(before);
    expect(await measured()).toEqual(recorded);
  });

  it('after one that was killed in its trial, with a picture that was damaged, beside one under another secret - drops what is left, copies the picture again, and deletes nothing else', async () => {
    const { deps } = server;
    const [damaged] = await files('2026-11-26T02-00-00Z');
    await writeFile(path.join(root, '2026-11-26T02-00-00Z/photos', damaged!), 'x');
    // the newest, and not the last of its day
    const foreign = '2026-11-28T01-00-00Z';
    await backUp({ ...deps, secret: Buffer.alloc(32, 9) }, path.join(root, foreign));
    const trial = deps.db.useDb(`${deps.db.name}_backup_trial`);
    await trial.collection('profiles').insertOne({ name: 'Ann Adler' });
    const untried = `untried-${deriveKey(deps.secret, 'untried-backup').toString('hex').slice(0, 8)}`;
    const left = [path.join(root, untried), path.join(deps.dataDir, 'backup_trial/journal')];
    // of another installation that has the same root
    const others = path.join(root, 'untried-of-another');
    for (const folder of [...left, others]) await mkdir(folder, { recursive: true });
    clock.advanceSeconds(DAY_MS / 1000);
    const { folder, deleted } = await backUpDaily(deps, root);
    await rmdir(others);
    expect(await trial.db!.listCollections().toArray()).toEqual([]);
    for (const each of left) await expect(readdir(each)).rejects.toThrow('ENOENT');
    expect((await stat(path.join(folder, 'photos', damaged!))).nlink).toBe(1);
    expect(deleted).toEqual([]);
    expect(await readdir(root)).toContain(foreign);
    newest = folder;
  });

  it('tried - reads every picture and stores none', async () => {
    await using target = await newTarget(server);
    await restore(target.deps, newest, { isTrial: true });
    expect(await contentOf(target.deps)).toEqual(await contentOf(server.deps));
    expect(await readdir(target.deps.dataDir)).not.toContain('photos');
  });

  it('older than the journal and the records of erasures - is refused unless that is asked for, and changes nothing', async () => {
    await using target = await newTarget(server);
    const { createdAt } = await checkBackup(server.deps, newest);
    const after = (days: number) => ({
      ...target.deps,
      clock: fixedClock(new Date(Date.parse(createdAt) + days * DAY_MS).toISOString()),
    });
    await expect(restore(after(401), newest)).rejects.toThrow(/^this backup is more than 400 days old/);
    expect(Object.keys(await contentOf(target.deps))).toEqual([]);
    await restore(after(399), newest);
    await restore(after(401), newest, { replace: true, isAnyAge: true });
  });

  it('of a campus whose pictures are gone - fails', async () => {
    clock.advanceSeconds(DAY_MS / 1000);
    const photos = path.join(server.deps.dataDir, 'photos');
    await rename(photos, `${photos}.away`);
    const before = await readdir(root);
    await expect(backUpDaily(server.deps, root)).rejects.toThrow(/^2 of 2 photos have no picture: /);
    expect(await readdir(root)).toEqual(before);
    await rename(`${photos}.away`, photos);
  });

  it('of a campus that lost one picture of two - says so, and is there', async () => {
    clock.advanceSeconds(DAY_MS / 1000);
    const photos = path.join(server.deps.dataDir, 'photos');
    const [file] = await readdir(photos, { recursive: true, withFileTypes: true }).then((all) =>
      all.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name)),
    );
    const folder = path.dirname(file!);
    await rename(folder, path.join(server.deps.dataDir, 'away'));
    const made = await backUpDaily(server.deps, root);
    expect(made.lost).toBe(1);
    expect(await readdir(root)).toContain(path.basename(made.folder));
    await rename(path.join(server.deps.dataDir, 'away'), folder);
  });

  it('of a clock that is a year ahead - deletes none; beside it, the next nights delete what is due; the operators get a mail about both', async () => {
    // a week of nights, and one that is too old
    const old = '2026-08-01T02-00-00Z';
    for (const name of [old, ...[1, 2, 3, 4, 5, 6, 7].map((day) => `2026-12-0${day}T02-00-00Z`)])
      await cp(newest, path.join(root, name), { recursive: true });
    const before = await readdir(root);
    const on = (now: string) => backUpDaily({ ...server.deps, clock: fixedClock(now) }, root);
    const wrong = await on('2027-12-10T02:00:00Z');
    const gap = expect.stringMatching(/^none was deleted, because none is between 2026-12-07T\S+ and 2027-/);
    expect([wrong.deleted, wrong.doubts]).toEqual([[], [gap]]);
    expect(await readdir(root)).toEqual(expect.arrayContaining(before));
    const right = await on('2026-12-08T02:00:00Z');
    const ahead = expect.stringMatching(/^2027-12-10T02-00-00Z is of the future/);
    expect([right.deleted, right.doubts]).toEqual([expect.arrayContaining([old]), [ahead]]);
    expect(await readdir(root)).toContain('2027-12-10T02-00-00Z');
    const mails = await server.mailsTo({ email: 'operators@campus.edu' });
    expect(mails.map(({ text }) => text.trim())).toEqual([gap, ahead]);
    await rm(wrong.folder, { recursive: true });
  });

  it('beside another - waits for it, and both stay', async () => {
    const on = (day: number) => ({ ...server.deps, clock: fixedClock(`2026-12-1${day}T02:00:00Z`) });
    const before = (await readdir(root)).length;
    const first = backUpDaily(on(1), root);
    while ((await readdir(root)).length === before) await wait(5);
    const made = await Promise.all([first, backUpDaily(on(2), root)]);
    for (const { folder, manifest } of made)
      expect((await checkBackup(server.deps, folder)).createdAt).toBe(manifest.createdAt);
  });
});
