import { mongo, type Connection } from 'mongoose';
import { MongoDBStorage, Umzug } from 'umzug';
import type { Lease } from '../infra/lease';
import { createLock } from '../infra/lock';
import { MIGRATIONS } from './migrations/index';
import type { Migration } from './migrations/migration';

const LOST = 'the lock of the migrations was lost; run npx flint operate migrate again';

export interface Migrator {
  /**
   * Applies pending migrations, oldest first. Returns their names. Once its lock is lost, it throws and begins no further write; one that was
   * on its way when the process was stopped can still arrive.
   */
  up(): Promise<string[]>;
  /** Reverts the newest. Returns its name, or nothing if none was applied. Throws where this code does not know an applied one: only newer code can revert it. */
  down(): Promise<string[]>;
  /** Names of migrations not applied yet. */
  pending(): Promise<string[]>;
}

interface Options {
  readonly migrations?: readonly Migration[];
  readonly lockMs?: number;
}

/** The same object, whose methods throw once the lease is over; so do those of collections that it returns. */
function guarded<T extends object>(target: T, lease: Lease): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (!lease.isHeld()) throw new Error(LOST);
        const result: unknown = Reflect.apply(value, of, args);
        return result instanceof mongo.Collection ? guarded(result, lease) : result;
      };
    },
  });
}

/** Migrations of one database, by umzug; applied ones are recorded in the collection `migrations`. */
export function createMigrator(
  connection: Connection,
  { migrations = MIGRATIONS, lockMs }: Options = {},
): Migrator {
  const { lease, hold } = createLock(connection, 'migrations', lockMs);
  const storageOn = (db: mongo.Db) => new MongoDBStorage({ collection: db.collection('migrations') });
  const umzugOn = (db: mongo.Db) =>
    new Umzug({
      migrations: migrations.map(({ name, up, down }) => ({
        name,
        up: () => up(db),
        down: () => down(db),
      })),
      storage: storageOn(db),
      logger: undefined,
    });
  const writing = () => umzugOn(guarded(connection.db!, lease));
  const names = (done: readonly { readonly name: string }[]) => done.map(({ name }) => name);
  const refuseUnknown = async () => {
    const applied = await storageOn(connection.db!).executed();
    const unknown = applied.filter((each) => migrations.every(({ name }) => name !== each));
    if (unknown.length > 0) throw new Error(`only the code that has ${unknown.join(', ')} can take it back`);
  };
  return {
    up: () => hold(async () => names(await writing().up())),
    down: () =>
      hold(async () => {
        await refuseUnknown();
        return names(await writing().down());
      }),
    pending: async () => names(await umzugOn(connection.db!).pending()),
  };
}
