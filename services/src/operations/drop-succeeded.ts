import type { mongo } from 'mongoose';

/** Fields with a unique index, of collections that the journal does not have. */
const UNIQUE = [
  ['auth_users', 'email'],
  ['offer_threads', 'openPair'],
] as const;

interface Row {
  readonly _id: string;
  readonly createdAt: Date;
  readonly email?: string;
  readonly openPair?: string;
}

/**
 * Deletes the older of two documents that a unique index forbids: it was erased, or its offer ended, while a backup read the collection, and the
 * newer one followed. Needs no model, because a model would begin to build that index. Safe to repeat.
 */
export async function dropSucceeded(db: mongo.Db): Promise<void> {
  for (const [name, field] of UNIQUE) {
    const rows = db.collection<Row>(name);
    const newest = new Map<string, Row>();
    const projection = { [field]: 1, createdAt: 1 };
    for await (const row of rows.find({ [field]: { $exists: true } }, { projection })) {
      const other = newest.get(row[field]!);
      const isOlder = other !== undefined && other.createdAt > row.createdAt;
      if (other) await rows.deleteOne({ _id: isOlder ? row._id : other._id });
      if (!isOlder) newest.set(row[field]!, row);
    }
  }
}
