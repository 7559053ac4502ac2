import { Schema, type Connection, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';

interface Options {
  /** Indexes of several fields, or with options. */
  readonly indexes?: readonly (readonly [fields: IndexDefinition, options?: IndexOptions])[];
  /** Default: empty objects are not stored. */
  readonly minimize?: boolean;
}

const made: ((db: Connection) => Model<never>)[] = [];

/** The model of a collection on a connection, made at its first use or by `initModels`. */
export function modelOf<T>(
  name: string,
  collection: string,
  fields: ConstructorParameters<typeof Schema<T>>[0],
  { indexes = [], ...options }: Options = {},
): (db: Connection) => Model<T> {
  const schema = new Schema<T>(fields, { versionKey: false, collection, ...options });
  for (const [keys, more] of indexes) schema.index(keys, more);
  const model = (db: Connection) => (db.models[name] as Model<T> | undefined) ?? db.model<T>(name, schema);
  made.push(model as never);
  return model;
}

/** Creates every collection and its indexes, before the first requests need them. */
export async function initModels(db: Connection): Promise<void> {
  await Promise.all(made.map((model) => model(db).init()));
}
