import { startTestDatabase, startTestServer } from '@flint/testing';
import { dropSucceeded } from './drop-succeeded';
import { ensureIndexes, missingIndexes } from './indexes';
import { createMigrator } from './migrate';
import { MIGRATIONS } from './migrations/index';
import type { Migration } from './migrations/migration';
import { REAL_TIMERS } from './testing/real-timers';

/** Two migrations of a small collection, with a count of their runs. */
function twoChanges() {
  const ran: string[] = [];
  const migrations: Migration[] = [
    {
      name: '2026-01-01-full-names',
      async up(db) {
        ran.push('up 1');
        await new Promise((resolve) => setTimeout(resolve, 50));
        const people = db.collection('people');
        for await (const { _id, first, last } of people.find())
          await people.updateOne({ _id }, { $set: { full: `${first} ${last}` } });
      },
      async down(db) {
        ran.push('down 1');
        await db.collection('people').updateMany({}, { $unset: { full: '' } });
      },
    },
    {
      name: '2026-02-01-index-of-names',
      async up(db) {
        ran.push('up 2');
        await db.collection('people').createIndex({ full: 1 });
      },
      async down(db) {
        ran.push('down 2');
        await db.collection('people').dropIndex('full_1');
      },
    },
  ];
  return { migrations, ran };
}

async function people() {
  const database = await startTestDatabase();
  const collection = database.db.db!.collection('people');
  await collection.insertMany([{ first: 'Ann', last: 'Berg' }]);
  return { database, collection, one: () => collection.findOne({}, { projection: { _id: 0 } }) };
}

describe('migrations', () => {
  afterEach(() => void jest.useRealTimers());

  it('up, up again, down, down - change data and indexes once, and revert everything', async () => {
    const { database, collection, one } = await people();
    await using _ = database;
    const { migrations, ran } = twoChanges();
    const migrator = createMigrator(database.db, { migrations });
    expect(await migrator.pending()).toHaveLength(2);
    expect(await migrator.up()).toEqual(['2026-01-01-full-names', '2026-02-01-index-of-names']);
    expect(await one()).toMatchObject({ full: 'Ann Berg' });
    expect((await collection.indexes()).map(({ name }) => name)).toContain('full_1');
    expect(await migrator.up()).toEqual([]);
    expect(await migrator.down()).toEqual(['2026-02-01-index-of-names']);
    expect(await migrator.down()).toEqual(['2026-01-01-full-names']);
    expect(await migrator.down()).toEqual([]);
    expect(await one()).toEqual({ first: 'Ann', last: 'Berg' });
    expect(ran).toEqual(['up 1', 'up 2', 'down 2', 'down 1']);
  });

  it('down, by code that does not know an applied one - names it, and reverts nothing', async () => {
    const { database } = await people();
    await using _ = database;
    const { migrations, ran } = twoChanges();
    await createMigrator(database.db, { migrations }).up();
    const older = createMigrator(database.db, { migrations: migrations.slice(0, 1) });
    await expect(older.down()).rejects.toThrow('2026-02-01-index-of-names');
    expect(await older.up()).toEqual([]);
    expect(ran).toEqual(['up 1', 'up 2']);
  });

  it('two runs at once - apply each change once', async () => {
    const { database } = await people();
    await using _ = database;
    const { migrations, ran } = twoChanges();
    const done = await Promise.all([1, 2].map(() => createMigrator(database.db, { migrations }).up()));
    expect(ran).toEqual(['up 1', 'up 2']);
    expect(done.flat()).toHaveLength(2);
  });

  it('one that fails - stops the run, keeps the earlier ones - and is retried by the next run', async () => {
    const { database } = await people();
    await using _ = database;
    const { migrations, ran } = twoChanges();
    let broken = true;
    const second = migrations[1]!;
    const failing: Migration = {
      ...second,
      up: (db) => (broken ? Promise.reject(new Error('no room')) : second.up(db)),
    };
    const migrator = createMigrator(database.db, { migrations: [migrations[0]!, failing] });
    await expect(migrator.up()).rejects.toThrow('no room');
    broken = false;
    expect(await migrator.up()).toEqual(['2026-02-01-index-of-names']);
    expect(ran).toEqual(['up 1', 'up 2']);
  });

  it('the lock of a dead process - is taken over after its lease', async () => {
    const { database } = await people();
    await using _ = database;
    await database.db
      .db!.collection<{ _id: string }>('migration_locks')
      .insertOne({ _id: 'migrations', owner: 'gone', until: new Date(Date.now() + 300) } as { _id: string });
    const { migrations } = twoChanges();
    expect(await createMigrator(database.db, { migrations }).up()).toHaveLength(2);
  });

  it('of a process that stalled past its lease - write nothing more, whether or not another one took over', async () => {
    const { database, collection } = await people();
    await using _ = database;
    const [change] = twoChanges().migrations;
    const writes: unknown[] = [];
    // of the clocks, only the renewals of the lock and the wall clock are the test's
    jest.useFakeTimers({ now: Date.now(), doNotFake: [...REAL_TIMERS] });
    const stalling = (name: string, isTaken: boolean): Migration => ({
      ...change!,
      name,
      async up(db) {
        const held = db.collection('people');
        await held.updateOne({}, { $set: { before: name } });
        if (isTaken) {
          await database.db.collection('migration_locks').updateMany({}, { $set: { owner: 'other' } });
          await jest.advanceTimersByTimeAsync(10_000);
          const read = async () => held.findOne({});
          const isHeld = () =>
            read().then(
              () => true,
              () => false,
            );
          // until the renewal has found the other owner
          while (await isHeld());
        } else jest.setSystemTime(Date.now() + 23_000);
        const write = async () => held.updateOne({}, { $set: { after: name } });
        await write().catch((error: unknown) => writes.push((error as Error).message));
        await db.createCollection(`made_${isTaken}`);
      },
    });
    for (const isTaken of [false, true]) {
      const migrations = [stalling(isTaken ? 'taken' : 'stalled', isTaken)];
      await expect(createMigrator(database.db, { migrations }).up()).rejects.toThrow('was lost');
      expect(await collection.findOne({ after: { $exists: true } } as never)).toBeNull();
      await database.db.collection('migration_locks').deleteMany({});
    }
    expect(writes).toHaveLength(2);
    expect((await database.db.listCollections()).map(({ name }) => name).join()).not.toContain('made_');
    expect(await database.db.collection('migrations').countDocuments()).toBe(0);
  });

  it("Flint's own - go up, twice, and down, on an empty database - their names are dated and in order", async () => {
    await using database = await startTestDatabase();
    const migrator = createMigrator(database.db);
    const names = MIGRATIONS.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    for (const name of names) expect(name).toMatch(/^\d{4}-\d{2}-\d{2}-[a-z-]+$/);
    expect(await migrator.up()).toEqual(names);
    expect(await migrator.up()).toEqual([]);
    for (const name of names.toReversed()) expect(await migrator.down()).toEqual([name]);
    expect(await migrator.up()).toEqual(names);
  });
});

describe('indexes', () => {
  it('not built yet - are named as missing, then built - and a second run changes nothing', async () => {
    await using server = await startTestServer();
    for (const collection of await server.deps.db.db!.collections()) await collection.dropIndexes();
    const missing = await missingIndexes(server.deps.db);
    expect(missing).toContain('auth_users: email');
    expect(missing).toContain('offer_threads: initiatorId, inviteeId');
    await ensureIndexes(server.deps);
    await ensureIndexes(server.deps);
    expect(await missingIndexes(server.deps.db)).toEqual([]);
  });
});

const [OLD, NEW] = [new Date('2027-03-01T12:00:00Z'), new Date('2027-03-02T12:00:00Z')];

it.each([
  ['auth_users', 'email'],
  ['offer_threads', 'openPair'],
])(
  'documents of %s with one %s - in either order - are the newest of them and the others',
  async (name, field) => {
    await using database = await startTestDatabase();
    const rows = database.db.collection<{ _id: string; createdAt: Date }>(name);
    await rows.insertMany([
      { _id: 'a', [field]: 'one', createdAt: NEW },
      { _id: 'b', [field]: 'one', createdAt: OLD },
      { _id: 'c', [field]: 'two', createdAt: OLD },
      { _id: 'd', [field]: 'two', createdAt: NEW },
      { _id: 'e', createdAt: OLD },
      { _id: 'f', createdAt: NEW },
    ]);
    for (const _time of [1, 2]) await dropSucceeded(database.db.db!);
    expect((await rows.distinct('_id')).toSorted()).toEqual(['a', 'd', 'e', 'f']);
  },
);
