import type { mongo } from 'mongoose';

/** A change of stored data, forward and back. Both directions can be repeated after a crash. */
export interface Migration {
  /** `<date>-<what>`; migrations run in the order of names, and a released name never changes. */
  readonly name: string;
  up(db: mongo.Db): Promise<void>;
  down(db: mongo.Db): Promise<void>;
}

export const hasCollection = async (db: mongo.Db, name: string): Promise<boolean> =>
  (await db.listCollections({ name }).toArray()).length > 0;

/** Drops those of the collections that are there. */
export async function dropCollections(db: mongo.Db, ...names: readonly string[]): Promise<void> {
  for (const name of names) if (await hasCollection(db, name)) await db.dropCollection(name);
}
