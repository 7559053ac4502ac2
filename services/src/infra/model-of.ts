import {
  Schema,
  type ClientSession,
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

/** What a query changes or deletes. An upsert names the id, so that it can be noted. */
type Change = Query<unknown, { _id: unknown }>;

/** Records, in the journal, the documents of each write by this schema's models. Not for `bulkWrite` and `insertMany`. */
function recordWrites(schema: Schema): void {
  const changes = ['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'findOneAndUpdate'] as const;
  const keeps = new WeakMap<object, () => Promise<void>>();
  const note = async (
    write: object,
    { db, collection }: Pick<Model<unknown>, 'db' | 'collection'>,
    ids: readonly unknown[],
    session: ClientSession | null,
  ) => {
    if (ids.length === 0) return;
    const keep = await journalOf(db).note(collection.collectionName, ids, session);
    // after a commit, the transaction calls it
    if (!session) keeps.set(write, keep);
  };
  schema.pre([...changes], { query: true, document: false }, async function (this: Change) {
    const { upsert, session = null } = this.getOptions();
    const found = await this.model.find(this.getFilter()).session(session).distinct('_id');
    const ids = found.length === 0 && upsert ? [this.getFilter()._id] : found;
    await note(this, this.model, ids, session);
  });
  schema.post([...changes], { query: true, document: false }, async function (this: Change) {
    await keeps.get(this)?.();
  });
  schema.pre('save', async function () {
    await note(this, this, [this._id], this.$session());
  });
  schema.post('save', async (document) => {
    await keeps.get(document)?.();
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
