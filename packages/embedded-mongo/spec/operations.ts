import type { mongo } from 'mongoose';

type Document = mongo.Document;

/** Methods of the driver, each with its positional arguments; all other arguments are options. */
const POSITIONAL: Readonly<Record<string, readonly string[]>> = {
  aggregate: ['pipeline'],
  bulkWrite: ['requests'],
  count: ['filter'],
  countDocuments: ['filter'],
  createCollection: ['collection'],
  createIndex: ['keys'],
  deleteMany: ['filter'],
  deleteOne: ['filter'],
  distinct: ['fieldName', 'filter'],
  dropCollection: ['collection'],
  dropIndex: ['name'],
  estimatedDocumentCount: [],
  find: ['filter'],
  findOne: ['filter'],
  findOneAndDelete: ['filter'],
  findOneAndReplace: ['filter', 'replacement'],
  findOneAndUpdate: ['filter', 'update'],
  insertMany: ['documents'],
  insertOne: ['document'],
  listCollections: ['filter'],
  listIndexes: [],
  rename: ['to'],
  replaceOne: ['filter', 'replacement'],
  runCommand: ['command'],
  updateMany: ['filter', 'update'],
  updateOne: ['filter', 'update'],
  createChangeStream: ['pipeline'],
  startTransaction: [],
  commitTransaction: [],
  abortTransaction: [],
  endSession: [],
};
const RENAMED: Readonly<Record<string, string>> = { runCommand: 'command', createChangeStream: 'watch' };

/** An operation that this runner, or the driver, does not have. */
export class NotRunnable extends Error {}

interface Method {
  (...args: unknown[]): unknown;
}

/** Runs one operation of the unified test format on an entity: a client, database, collection, session or change stream. */
export async function run(on: object, name: string, args: Document): Promise<unknown> {
  if (name === 'iterateUntilDocumentOrError') return (on as mongo.ChangeStream).next();
  if (name === 'listDatabases') return (on as mongo.MongoClient).db().admin().listDatabases();
  const positional = POSITIONAL[name];
  const method = (on as Record<string, Method | undefined>)[RENAMED[name] ?? name];
  if (!positional || !method) throw new NotRunnable(name);
  const { returnDocument, ...rest } = args as { returnDocument?: string };
  const options: Document = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !positional.includes(key))),
    ...(name === 'createChangeStream' && { maxAwaitTimeMS: 20 }),
    ...(returnDocument && { returnDocument: returnDocument.toLowerCase() }),
  };
  const result: unknown = method.call(
    on,
    ...positional.map((key) => (rest as Document)[key] as unknown),
    options,
  );
  if (name === 'createChangeStream') {
    // the stream exists on the server from here on
    await (result as mongo.ChangeStream).tryNext();
    return result;
  }
  return typeof result === 'object' && result !== null && 'toArray' in result
    ? (result as mongo.FindCursor).toArray()
    : result;
}
