import { startTestDatabase } from '@flint/testing/database';
import { initModels } from '../infra/model-of';
import { checkMigrations, checkRound } from './checks';
import { createMigrator } from './migrate';
import { MIGRATIONS } from './migrations/index';

const HOUR_MS = 3_600_000;

describe("the doctor's check of matching", () => {
  it.each([
    [
      'there is none of students - warns',
      null,
      [
        [
          'warning',
          'there is no round, so every list is empty: the next process that starts makes one, as does npx flint operate round',
        ],
      ],
    ],
    ['it is 27 hours old - says its age', 27, [['ok', 'the round of 2027-03-02 is 27 hours old']]],
    [
      'it is 29 hours old - warns, and says what to do',
      29,
      [['warning', 'the round of 2027-03-02 is 29 hours old: see the log, then npx flint operate round']],
    ],
    [
      'it is of a minute ahead - takes the clocks for different',
      -1 / 60,
      [['ok', 'the round of 2027-03-02 is 0 hours old']],
    ],
    [
      'it is of tomorrow - says what to do',
      -24,
      [
        [
          'problem',
          'the round of 2027-03-02 is of the future, and none is made until then: put the clock right, then npx flint operate round --again',
        ],
      ],
    ],
  ])('the newest round - when %s', async (_, hours, expected) => {
    await using database = await startTestDatabase();
    const rounds = database.db.collection<{ _id: string; ready: { readyAt: Date } | null }>('match_rounds');
    // a later round that failed is not in force
    await rounds.insertOne({ _id: '2027-03-03', ready: null });
    const readyAt = new Date(Date.now() - (hours ?? 0) * HOUR_MS - 1_000);
    if (hours !== null) await rounds.insertOne({ _id: '2027-03-02', ready: { readyAt } });
    expect(await checkRound(database.db)).toHaveLength(hours === null ? 0 : 1);
    await database.db.collection('profiles').insertOne({});
    const found = await checkRound(database.db);
    expect(found.map(({ verdict, text }) => [verdict, text])).toEqual(expected);
  });
});

describe("the doctor's check of migrations", () => {
  it('an empty database - is left to the first start', async () => {
    await using database = await startTestDatabase();
    expect(await checkMigrations(database.db)).toEqual([]);
    expect(await database.db.listCollections()).toEqual([]);
  });

  it('migrations that have not run, and an index that is not built - are named, with the command; nothing is changed', async () => {
    await using database = await startTestDatabase();
    const { db } = database;
    await initModels(db);
    const verdictsNow = async () =>
      (await checkMigrations(db)).map(({ verdict, text }) => `${verdict}: ${text}`);
    const names = MIGRATIONS.map(({ name }) => name).join(', ');
    expect(await verdictsNow()).toEqual([`warning: not applied: ${names}: npx flint operate migrate`]);
    await createMigrator(db).up();
    expect(await verdictsNow()).toEqual(['ok: all applied, every index is built']);
    await db.collection('auth_users').dropIndexes();
    const lacks = expect.stringMatching(
      /^warning: indexes not built: auth_users: .*: npx flint operate migrate$/,
    );
    expect(await verdictsNow()).toEqual([lacks]);
    expect(await verdictsNow()).toEqual([lacks]);
  });
});
