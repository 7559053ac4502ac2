import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@flint/testing';
import { mongo } from 'mongoose';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';
import { openJournal } from '../infra/journal';
import { photoStore } from '../infra/photo-store';
import { dateBooks } from '../resources/date-books/index';
import { wantsMail } from '../resources/offers/index';
import { albumOf, removeOrphans } from '../resources/photos/album';
import { upload } from '../resources/photos/testing/uploads';
import { hasCut } from '../resources/safety/index';
import { logAct, logFirstAct, readLog } from '../resources/safety/operator-log';
import { findReport } from '../resources/safety/reports';
import { runDataKeys } from '../data-keys-command';
import { backUp, type Manifest } from './backup';
import { completeRestore } from './finish-restore';
import { ensureIndexes, missingIndexes } from './indexes';
import { pairsApart } from './migrations/2026-11-24-pairs-kept-apart';
import { restore } from './restore';
import { contentOf, newTarget, seedOld } from './testing/targets';

const KEY = Buffer.alloc(32, 5).toString('base64');
const manifestIn = (at: string) => path.join(at, 'manifest.json');

describe('backup and restore', () => {
  let dir: string;
  let full: TestServer;
  /** An empty database that every refused restore leaves empty. */
  let other: Awaited<ReturnType<typeof newTarget>>;
  let manifest: Manifest;
  const folder = () => path.join(dir, 'backup');

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'flint-backup-'));
    full = await startTestServer();
    const random = createRandom(1);
    for (const name of ['ann', 'ben', 'cem']) {
      const email = `${name}@campus.edu`;
      await seedStudent(full.deps, random, { email, name, answered: 1, photos: 1, week: true });
    }
    manifest = await backUp(full.deps, folder());
    other = await newTarget(full);
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await full[Symbol.asyncDispose]();
  });

  it('a campus - is restored in another database with every document, picture and index', async () => {
    expect(manifest.collections.profiles?.count).toBe(3);
    for (const name of ['auth_sessions', 'desk_sessions', 'jobs'])
      expect(Object.keys(manifest.collections)).not.toContain(name);
    await using empty = await newTarget(full);
    await restore(empty.deps, folder());
    expect(await contentOf(empty.deps)).toEqual(await contentOf(full.deps));
    let pictures = 0;
    for await (const key of photoStore(full.deps).list()) {
      expect(await photoStore(empty.deps).read(key)).toEqual(await photoStore(full.deps).read(key));
      pictures += 1;
    }
    expect(pictures).toBeGreaterThanOrEqual(6);
    expect(manifest.photos.count).toBe(pictures);
    expect(await missingIndexes(empty.deps.db)).toEqual([]);
  });

  it('a non-empty database - is not changed - and replaced only on request', async () => {
    await using target = await newTarget(full);
    const { deps } = target;
    await seedOld(deps);
    // empty in the backup
    await deps.db.collection('calendar_feeds').insertOne({});
    const before = await contentOf(deps);
    await expect(restore(deps, folder())).rejects.toThrow('is not empty');
    expect(await contentOf(deps)).toEqual(before);
    await restore(deps, folder(), { replace: true });
    expect(await contentOf(deps)).toEqual(await contentOf(full.deps));
  });

  it('a database on which Flint runs - is refused, and nothing changes', async () => {
    const before = await contentOf(full.deps);
    await expect(restore(full.deps, folder(), { replace: true })).rejects.toThrow(/1 Flint process runs/);
    expect(await contentOf(full.deps)).toEqual(before);
  });

  it('a folder with a backup - is not overwritten', async () => {
    await expect(backUp(full.deps, folder())).rejects.toThrow('is not empty');
  });

  const profiles = 'collections/profiles.bson.gz';
  it.each<[string, string, (at: string) => Promise<unknown>]>([
    ['with a longer file', 'profiles.bson.gz is damaged', (at) => appendFile(path.join(at, profiles), 'x')],
    ['with a cut file', 'profiles.bson.gz is damaged', (at) => truncate(path.join(at, profiles), 40)],
    ['without a file', 'profiles.bson.gz is missing', (at) => rm(path.join(at, profiles))],
    ['copied in part, without its end', 'manifest.json is missing', (at) => rm(manifestIn(at))],
    ['with half a manifest', 'manifest.json is damaged', (at) => truncate(manifestIn(at), 90)],
    ['with a changed manifest', 'manifest.json is damaged', (at) => edit(at, { collections: {} })],
    ['of a newer format', 'a backup of version 4 is not known here', (at) => edit(at, { version: 4 })],
    [
      'without a picture',
      'is missing',
      async (at) => {
        const [first] = await readdir(path.join(at, 'photos'));
        await rm(path.join(at, 'photos', first!), { recursive: true });
      },
    ],
    ['of something else', 'manifest.json is damaged', (at) => writeFile(manifestIn(at), 'a list')],
  ])('a backup %s - is refused in one sentence before anything is written', async (_what, told, harm) => {
    const copy = path.join(dir, 'copy');
    await cp(folder(), copy, { recursive: true });
    await harm(copy);
    const before = await contentOf(other.deps);
    const refused = restore(other.deps, copy).catch((error: Error) => error.message);
    expect(await refused).toContain(told);
    expect(String(await refused)).not.toContain('\n');
    expect(await contentOf(other.deps)).toEqual(before);
    await rm(copy, { recursive: true });
  });

  it('a backup of a newer Flint, or under another secret - is refused', async () => {
    const secret = Buffer.alloc(32, 1);
    await expect(restore({ ...other.deps, secret }, folder())).rejects.toThrow('another FLINT_SECRET');
    const migrations = full.deps.db.collection<{ migrationName: string }>('migrations');
    await migrations.insertOne({ migrationName: '2099-01-01-next' });
    const newer = path.join(dir, 'newer');
    await backUp(full.deps, newer);
    await expect(restore(other.deps, newer)).rejects.toThrow('a newer version of Flint');
    await migrations.deleteOne({ migrationName: '2099-01-01-next' });
  });

  it('a backup that needs a data key which is not held, or beside a damaged journal - is refused before anything is written', async () => {
    await using server = await startTestServer({ env: { DATA_KEYS: `old:${KEY}` } });
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers: { religion: { value: 'other', other: 'oak' } } });
    const sealed = path.join(dir, 'sealed');
    await backUp(server.deps, sealed);
    await using other = await newTarget(server);
    const before = await contentOf(other.deps);
    const { DATA_KEYS: _, ...env } = server.deps.env;
    await expect(restore({ ...other.deps, env }, sealed)).rejects.toThrow(
      /^this backup needs the data key 'old'.*$/,
    );
    expect((await ann.call('DELETE /account')).status).toBe(204);
    const journal = path.join(server.deps.dataDir, 'journal');
    const name = (await readdir(journal, { recursive: true })).find((each) => each.includes(path.sep));
    await truncate(path.join(journal, name!), 20);
    const deps = { ...other.deps, dataDir: server.deps.dataDir };
    await expect(restore(deps, sealed)).rejects.toThrow(/^journal\/\S+ is damaged.*$/);
    expect(await contentOf(other.deps)).toEqual(before);
  });

  it('a report that was sealed under a later data key - is replayed with that key, which a start needs then; without it, nothing changes', async () => {
    const keys = `old:${KEY}, new:${randomBytes(32).toString('base64')}`;
    await using server = await startTestServer({ env: { DATA_KEYS: keys } });
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    for (const { call } of [ann, ben]) await call('PATCH /profile', { answers: {} });
    const before = path.join(dir, 'before-rotation');
    await backUp(server.deps, before);
    expect(await runDataKeys(server.deps, ['rotate', 'new'], () => undefined, { pauseMs: 20 })).toBe(0);
    const report = { userId: ben.id, reason: 'scam', description: 'He asked for money' };
    expect((await ann.call('POST /safety/reports', report)).status).toBe(201);
    await using target = await newTarget(server);
    const deps = { ...target.deps, dataDir: server.deps.dataDir };
    const { DATA_KEYS: _, ...env } = deps.env;
    await expect(restore({ ...deps, env: { ...env, DATA_KEYS: `old:${KEY}` } }, before)).rejects.toThrow(
      "sealed under the key 'new', which DATA_KEYS lacks",
    );
    expect(await contentOf(deps)).toEqual({});
    expect(await deps.db.collection('restores').countDocuments()).toBe(0);
    await restore(deps, before);
    const stored = await deps.db.collection('data_keys').findOne();
    expect(stored!['inUse'].map((key: string) => key.split(':')[0]).toSorted()).toEqual(['new', 'old']);
    // without a name: to the key of the rotation that the backup does not know
    expect(await runDataKeys(deps, ['rotate'], () => undefined, { pauseMs: 20 })).toBe(0);
    const { seals, retired } = (await deps.db.collection('data_keys').findOne())!;
    expect([seals, ...retired].map((key) => key.split(':')[0])).toEqual(['new', 'old']);
  });

  it('what protected a student after the backup - is replayed, and the operators read how much', async () => {
    await using server = await startTestServer();
    await logFirstAct(server.deps, 'kim', 'operators first kim');
    const [ann, ben, zoe] = [await server.signIn(), await server.signIn(), await server.signIn()];
    for (const { call } of [ann, ben, zoe]) await call('PATCH /profile', { answers: {} });
    await ann.call('POST /blocks', { userId: zoe.id });
    await ann.call('POST /calendar-feed');
    const [stays, goes] = [await upload(server, ann), await upload(server, ann)];
    await ann.call('POST /photos', { photos: [{ url: goes }, { url: stays }] });
    const old = path.join(dir, 'old');
    await backUp(server.deps, old);
    await ann.call('POST /photos', { photos: [{ url: stays }] });
    await ann.call('DELETE /calendar-feed');
    await ann.call('PUT /offers/mail', { wanted: false });
    await logAct(server.deps, 'kim', 'list');
    expect((await ann.call('POST /blocks', { userId: ben.id })).status).toBe(204);
    expect((await ann.call(`DELETE /blocks/${zoe.id}`)).status).toBe(204);
    expect((await zoe.call('DELETE /account')).status).toBe(204);
    await using target = await newTarget(server);
    const deps = { ...target.deps, dataDir: server.deps.dataDir };
    const { replayed } = await restore(deps, old);
    expect(replayed).toMatchObject({ pairs_apart: 2, calendar_feeds: 1, photo_uploads: 1, erased: 1 });
    expect((await albumOf(deps, ann.id)).map(({ url }) => url)).toEqual([stays]);
    expect(await removeOrphans(deps)).toBe(1);
    expect(await deps.db.collection('calendar_feeds').countDocuments()).toBe(0);
    expect(await wantsMail(deps, ann.id)).toBe(false);
    expect(await hasCut(deps, ann.id, ben.id)).toBe(true);
    expect(await deps.db.collection('pairs_apart').countDocuments()).toBe(1);
    expect(await deps.db.collection('profiles').countDocuments()).toBe(2);
    const { rows, problem } = await readLog(deps);
    expect(problem).toBeNull();
    expect(rows.map(({ operator }) => operator)).toEqual(['kim', 'kim', 'restore']);
    expect(rows.at(-1)!.act).toMatch(
      /^backup of \S+; replayed from the journal: .*2 pairs_apart.*; erased again: 1 accounts$/,
    );
  });

  it('a backup of the version before pairs kept apart - keeps its blocks, also after a crash behind its migrations, and the acts after it count', async () => {
    await using server = await startTestServer();
    const [ann, ben, zoe, dan] = await Promise.all([1, 2, 3, 4].map(() => server.signIn()));
    for (const each of [ann!, ben!, zoe!, dan!]) await each.call('PATCH /profile', { answers: {} });
    for (const other of [zoe!, dan!]) await ann!.call('POST /blocks', { userId: other.id });
    const db = server.deps.db.db!;
    await pairsApart.down(db);
    // as after ten minutes: these blocks are in the backup alone
    await rm(path.join(server.deps.dataDir, 'journal'), { recursive: true });
    const old = path.join(dir, 'older');
    await backUp(server.deps, old);
    await pairsApart.up(db);
    await ensureIndexes(server.deps);
    expect((await ann!.call('POST /blocks', { userId: ben!.id })).status).toBe(204);
    expect((await ann!.call(`DELETE /blocks/${zoe!.id}`)).status).toBe(204);
    await using target = await newTarget(server);
    const deps = { ...target.deps, dataDir: server.deps.dataDir };
    jest.spyOn(dateBooks(deps.db), 'updateMany').mockImplementationOnce(() => {
      throw new Error('the process ended');
    });
    await expect(restore(deps, old)).rejects.toThrow('the process ended');
    await completeRestore(deps);
    const others = [ben!, dan!, zoe!];
    expect(await Promise.all(others.map(({ id }) => hasCut(deps, ann!.id, id)))).toEqual([true, true, false]);
  });

  it('thousands of acts, and the erasure of a student who was reported - are replayed, also by a process that has not joined', async () => {
    await using server = await startTestServer();
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    for (const { call } of [ann, ben]) await call('PATCH /profile', { answers: {} });
    const report = { userId: ben.id, reason: 'scam', description: 'He asked for money' };
    const { id } = (await ann.call('POST /safety/reports', report)).body;
    const old = path.join(dir, 'reported');
    await backUp(server.deps, old);
    await rm(path.join(server.deps.dataDir, 'journal'), { recursive: true });
    const journal = openJournal(server.deps);
    await journal.keep(
      'pairs_apart',
      Array.from({ length: 25_000 }, () => randomUUID()),
    );
    await journal.keepErasure(ben.id, new Date());
    await using target = await newTarget(server);
    // a copy, because the ciphers of a secret are one
    const secret = Buffer.from(server.deps.secret);
    const deps = { ...target.deps, dataDir: server.deps.dataDir, secret };
    const deletes = jest.spyOn(mongo.Collection.prototype, 'deleteMany');
    const { replayed } = await restore(deps, old);
    expect(replayed).toMatchObject({ pairs_apart: 25_000, erased: 1 });
    const sizes = deletes.mock.calls.map(([filter]) => (filter as any)?._id?.$in?.length ?? 0);
    expect(Math.max(...sizes)).toBe(10_000);
    expect((await findReport(deps, id))!.evidence).toEqual({ offers: [] });
  });

  it('a backup of version 2, which is not encrypted - is restored with its pictures', async () => {
    await using target = await newTarget(full);
    const secret = Buffer.from('ff4dd38e3c1a5f8d8dd417523447ca0d90cb9c126de00e918d3252b9e01db06b', 'hex');
    const deps = { ...target.deps, secret };
    await restore(deps, path.join(__dirname, 'testing/version-2'));
    expect(await deps.db.collection('profiles').countDocuments()).toBe(1);
    const [{ _id }] = (await deps.db.collection('photo_uploads').find().toArray()) as unknown as [
      { _id: string },
    ];
    for (const [name, size] of [
      ['large.jpg', 20_211],
      ['thumbnail.webp', 4_572],
    ] as const)
      expect((await photoStore(deps).read(`${_id}/${name}`))!.length).toBe(size);
  });

  it('a manifest - names no student', async () =>
    expect(await readFile(manifestIn(folder()), 'utf8')).not.toMatch(/@campus\.edu/));
});

/** Changes the manifest of a backup. */
async function edit(at: string, change: object): Promise<void> {
  const manifest = JSON.parse(await readFile(manifestIn(at), 'utf8'));
  await writeFile(manifestIn(at), JSON.stringify({ ...manifest, ...change }));
}
