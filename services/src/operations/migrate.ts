import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { MongoDBStorage, Umzug } from 'umzug';
import { isDuplicateKey } from '../infra/duplicate-key';
import { MIGRATIONS } from './migrations/index';
import type { Migration } from './migrations/migration';

/** Without a sign of life for so long, whoever holds the lock is gone. */
const LOCK_MS = 30_000;
const ASK_AGAIN_MS = 250;

interface Lock {
  _id: 'migrations';
  owner: string;
  until: Date;
}

export interface Migrator {
  /** Applies what is missing, oldest first; the names applied. */
  up(): Promise<string[]>;
  /** Takes the newest back; its name, none when nothing was applied. */
  down(): Promise<string[]>;
  /** Names not applied yet. */
  pending(): Promise<string[]>;
}

interface Options {
  readonly migrations?: readonly Migration[];
  readonly lockMs?: number;
}

/** One process at a time; the others wait, then find nothing left to do. A lock whose process died is taken over. */
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

/** Changes of what is stored in one database, by umzug; what was applied is noted in its collection `migrations`. */
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
