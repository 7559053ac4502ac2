import {
  Schema,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  type Query,
} from 'mongoose';
import { journalOf } from './journal';

interface Options {
  /** Indexes of several fields, or with options. */
  readonly indexes?: readonly (readonly [fields: IndexDefinition, options?: IndexOptions])[];
  /** Default: empty objects are not stored. */
  readonly minimize?: boolean;
  /** Its documents protect students: each write is also recorded in the journal, which outlives the database. */
  readonly isProtective?: boolean;
}

/** What a query changes or deletes. */
type Change = Query<{ upsertedId?: unknown }, { _id: unknown }>;

/** Records, in the journal, the documents of each write by this schema's models. Not for `bulkWrite`, `insertMany` and transactions. */
function recordWrites(schema: Schema): void {
  const changes = ['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'findOneAndUpdate'] as const;
  const affected = new WeakMap<object, unknown[]>();
  schema.pre([...changes], { query: true, document: false }, async function (this: Change) {
    affected.set(this, await this.model.find(this.getFilter()).distinct('_id'));
  });
  schema.post(
    [...changes],
    { query: true, document: false },
    async function (this: Change, result: { upsertedId?: unknown } | null) {
      const ids = [...(affected.get(this) ?? []), ...(result?.upsertedId ? [result.upsertedId] : [])];
      if (ids.length > 0) await journalOf(this.model.db).keep(this.model.collection.collectionName, ids);
    },
  );
  schema.post('save', async (document) => {
    const { collection, db } = document;
    await journalOf(db).keep(collection.collectionName, [document._id]);
  });
}

const made: ((db: Connection) => Model<never>)[] = [];

/** The model of a collection on a connection, made at its first use or by `initModels`. */
export function modelOf<T>(
  name: string,
  collection: string,
  fields: ConstructorParameters<typeof Schema<T>>[0],
  { indexes = [], isProtective = false, ...options }: Options = {},
): (db: Connection) => Model<T> {
  const schema = new Schema<T>(fields, { versionKey: false, collection, ...options });
  for (const [keys, more] of indexes) schema.index(keys, more);
  if (isProtective) recordWrites(schema as Schema);
  const model = (db: Connection) => (db.models[name] as Model<T> | undefined) ?? db.model<T>(name, schema);
  made.push(model as never);
  return model;
}

/** The models of all collections. */
export const modelsOn = (db: Connection): Model<never>[] => made.map((model) => model(db));

/** Creates every collection and its indexes, before the first requests need them. */
export async function initModels(db: Connection): Promise<void> {
  await Promise.all(modelsOn(db).map((model) => model.init()));
}
