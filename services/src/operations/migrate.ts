import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { MongoDBStorage, Umzug } from 'umzug';
import { isDuplicateKey } from '../infra/duplicate-key';
import { MIGRATIONS } from './migrations/index';
import type { Migration } from './migrations/migration';

/** After this time without a renewal, the holder of the lock counts as dead. */
const LOCK_MS = 30_000;
const ASK_AGAIN_MS = 250;

interface Lock {
  _id: 'migrations';
  owner: string;
  until: Date;
}

export interface Migrator {
  /** Applies pending migrations, oldest first. Returns their names. */
  up(): Promise<string[]>;
  /** Reverts the newest. Returns its name, or nothing if none was applied. */
  down(): Promise<string[]>;
  /** Names of migrations not applied yet. */
  pending(): Promise<string[]>;
}

interface Options {
  readonly migrations?: readonly Migration[];
  readonly lockMs?: number;
}

/** Runs in one process at a time; the others wait and then find nothing to do. The lock of a dead process is taken over. */
async function locked<T>(connection: Connection, lockMs: number, work: () => Promise<T>): Promise<T> {
  const locks = connection.db!.collection<Lock>('migration_locks');
  const owner = randomUUID();
  const until = () => new Date(Date.now() + lockMs);
  const take = async () => {
    try {
      const stale = { _id: 'migrations' as const, until: { $lt: new Date() } };
      await locks.updateOne(stale, { $set: { owner, until: until() } }, { upsert: true });
      return (await locks.findOne({ _id: 'migrations' }))?.owner === owner;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  while (!(await take())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  const alive = setInterval(
    () =>
      void locks.updateOne({ _id: 'migrations', owner }, { $set: { until: until() } }).catch(() => undefined),
    lockMs / 3,
  );
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await locks.deleteOne({ _id: 'migrations', owner });
  }
}

/** Migrations of one database, by umzug; applied ones are recorded in the collection `migrations`. */
export function createMigrator(
  connection: Connection,
  { migrations = MIGRATIONS, lockMs = LOCK_MS }: Options = {},
): Migrator {
  const db = connection.db!;
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({ name, up: () => up(db), down: () => down(db) })),
    storage: new MongoDBStorage({ collection: db.collection('migrations') }),
    logger: undefined,
  });
  const names = (done: readonly { readonly name: string }[]) => done.map(({ name }) => name);
  return {
    up: () => locked(connection, lockMs, async () => names(await umzug.up())),
    down: () => locked(connection, lockMs, async () => names(await umzug.down())),
    pending: async () => names(await umzug.pending()),
  };
}
