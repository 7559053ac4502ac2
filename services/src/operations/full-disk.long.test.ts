import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@flint/testing';
import { isLong } from '@flint/testing/long';
import fc from 'fast-check';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';
import { backUp, BESIDE, checkBackup } from './backup';
import { completeRestore } from './finish-restore';
import { restore } from './restore';
import { contentOf, newTarget, seedOld } from './testing/targets';

/** Files take so many bytes until the disk is full, in all of this process. */
async function limitDisk(folder: string, bytes: number) {
  const { open } = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
  const probe = await open(path.join(folder, 'probe'), 'w');
  const handles = Object.getPrototypeOf(probe) as Awaited<ReturnType<typeof open>>;
  await probe.close();
  let left = bytes;
  const take = (size: number) => {
    left -= size;
    if (left < 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const { write, writev, writeFile } = handles;
  const sizeOf = (data: unknown) => Buffer.byteLength(data as Buffer);
  const spies = [
    jest.spyOn(handles, 'write').mockImplementation(async function (this: never, ...args: unknown[]) {
      take(typeof args[2] === 'number' ? args[2] : sizeOf(args[0]));
      return Reflect.apply(write, this, args) as never;
    } as never),
    jest.spyOn(handles, 'writev').mockImplementation(async function (this: never, ...args: unknown[]) {
      take((args[0] as Buffer[]).reduce((sum, one) => sum + one.length, 0));
      return Reflect.apply(writev, this, args) as never;
    } as never),
    jest.spyOn(handles, 'writeFile').mockImplementation(async function (this: never, ...args: unknown[]) {
      take(sizeOf(args[0]));
      return Reflect.apply(writeFile, this, args) as never;
    } as never),
  ];
  return {
    /** Bytes that were written. */
    used: () => bytes - left,
    [Symbol.dispose]: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

const OLD = { email: 'old@campus.edu', name: 'old', answered: 1, photos: 1, week: true };

describe('a full disk', () => {
  let dir: string;
  let full: TestServer;
  let folder: string;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'flint-full-'));
    full = await startTestServer();
    const random = createRandom(1);
    for (const name of ['ann', 'ben'])
      await seedStudent(full.deps, random, { ...OLD, email: `${name}@campus.edu`, name });
    folder = path.join(dir, 'backup');
    await backUp(full.deps, folder);
  });
  afterAll(async () => {
    await full[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });

  /** A database with one student of its own, its server and its pictures. */
  async function filledTarget() {
    const target = await newTarget(full);
    await seedOld(target.deps);
    const now = async () => {
      const names = await readdir(path.join(target.deps.dataDir, 'photos'), { recursive: true });
      const pictures = names.filter((name) => name.includes(path.sep)).toSorted();
      return { content: await contentOf(target.deps), pictures };
    };
    return {
      ...target,
      before: await now(),
      now,
      /** Lets the next command of that name fail. */
      failOn: (command: string) =>
        target.deps.db.db!.admin().command({
          configureFailPoint: 'failCommand',
          mode: { times: 1 },
          data: { failCommands: [command], errorCode: 14_031 },
        }),
      besides: async () =>
        (await target.deps.db.listCollections())
          .map(({ name }) => name)
          .filter((name) => name.startsWith(BESIDE)),
    };
  }

  it('at any moment of a backup - ends it with one sentence, leaves nothing that passes for a backup, and changes nothing', async () => {
    const before = await contentOf(full.deps);
    let count = 0;
    const tryWith = async (bytes: number) => {
      const part = path.join(dir, `part-${count++}`);
      using disk = await limitDisk(dir, bytes);
      const told = await messageOf(backUp(full.deps, part));
      return { part, told, used: disk.used() };
    };
    const { used } = await tryWith(Number.MAX_SAFE_INTEGER);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: used - 1 }), async (bytes) => {
        const { part, told } = await tryWith(bytes);
        // a later backup may be a few bytes shorter than the one that was measured
        if (told === 'done') {
          await checkBackup(full.deps, part);
          return;
        }
        expect(told).toMatch(/^ENOSPC: no space left on device[^\n]*$/);
        await expect(checkBackup(full.deps, part)).rejects.toThrow('holds no whole backup');
        await expect(restore(full.deps, part, { replace: true })).rejects.toThrow('holds no whole backup');
      }),
      { numRuns: isLong ? 20 : 6 },
    );
    expect(await contentOf(full.deps)).toEqual(before);
  });

  it.each([true, false])(
    'under the pictures, while a restore loads - ends it with one sentence, and nothing is left of it; pictures that the database names (%s) or not stay',
    async (isNamed) => {
      await using target = await filledTarget();
      if (!isNamed) await target.deps.db.collection('photo_uploads').deleteMany({});
      const before = await target.now();
      {
        using _ = await limitDisk(dir, 20_000);
        expect(await messageOf(restore(target.deps, folder, { replace: true }))).toMatch(/^ENOSPC[^\n]*$/);
      }
      expect(await target.now()).toEqual(before);
      expect(await target.besides()).toEqual([]);
      expect(await target.deps.db.collection('restores').countDocuments()).toBe(0);
    },
  );

  it.each(['insert', 'renameCollection', 'delete', 'update', 'drop'])(
    'of the database, at a restore’s first %s - ends it with one sentence and leaves the old database or the new one',
    async (command) => {
      await using target = await filledTarget();
      await target.failOn(command);
      const told = await messageOf(restore(target.deps, folder, { replace: true }));
      expect(told).toMatch(/^(?:done|[^\n]*Failing command[^\n]*)$/);
      if (command === 'insert') {
        expect(await target.besides()).toEqual([]);
        expect(await target.now()).toEqual(target.before);
      }
      await target.deps.db.collection('migration_locks').deleteMany({});
      await completeRestore(target.deps);
      const { content } = await target.now();
      expect([target.before.content, await contentOf(full.deps)]).toContainEqual(content);
      expect(await target.besides()).toEqual([]);
    },
  );
});

describe('a restore that loses its lock', () => {
  it('in the middle of the swap - begins no further write; the process that took over finishes it', async () => {
    await using full = await startTestServer();
    await seedStudent(full.deps, createRandom(1), { ...OLD, photos: 0 });
    const folder = await mkdtemp(path.join(tmpdir(), 'flint-lost-'));
    await backUp(full.deps, folder);
    await using target = await newTarget(full);
    const { db } = target.deps;
    // collections that the backup lacks: the swap empties one after the other
    const extra = ['extra_1', 'extra_2', 'extra_3'];
    for (const name of extra) await db.collection(name).insertOne({ of: 'old' });
    await db.db!.admin().command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: ['delete'], blockConnection: true, blockTimeMS: 10_000 },
    });
    const stalled = messageOf(restore(target.deps, folder, { replace: true, lockMs: 12_000 }));
    const swapped = async () =>
      (await db.collection('restores').countDocuments({ phase: 'swapping' })) > 0 &&
      !(await db.listCollections()).some(({ name }) => name.startsWith(BESIDE));
    const over = new AbortController();
    void stalled.then(() => over.abort());
    while (!over.signal.aborted && !(await swapped()));
    const locks = db.collection('migration_locks');
    await locks.updateMany({}, { $set: { owner: 'another', until: new Date(0) } });
    await completeRestore(target.deps);
    for (const name of extra) await db.collection(name).insertOne({ of: 'new' });
    const now = await contentOf(full.deps);
    expect(await stalled).toContain('lost its lock');
    // the delete that was on its way
    const counts = await Promise.all(extra.map((name) => db.collection(name).countDocuments()));
    expect(counts.filter((count) => count === 0).length).toBeLessThanOrEqual(1);
    const { extra_1: _, extra_2: __, extra_3: ___, ...content } = await contentOf(target.deps);
    expect(content).toEqual(now);
    await rm(folder, { recursive: true, force: true });
  });
});
