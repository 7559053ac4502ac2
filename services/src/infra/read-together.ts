import mongoose, { type Connection, type PipelineStage, type Query } from 'mongoose';

type Documents<T> = Query<T[], unknown, object, unknown, 'find', object>;

interface Read {
  readonly query: Documents<unknown>;
  readonly resolve: (found: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = new WeakMap<Connection, Read[]>();
/** More documents than any of these reads returns, so that one reply holds them all. */
const BATCH = 10_000;

type Stage = PipelineStage.UnionWith extends { $unionWith: { pipeline?: (infer S)[] } | string } ? S : never;

/** The stages that return what a query finds, each document with the number of its read. */
function stagesOf(query: Documents<unknown>, _read: number): Stage[] {
  const { sort, limit } = query.getOptions();
  const projection = query.projection() ?? {};
  return [
    { $match: query.getFilter() },
    ...(sort ? [{ $sort: sort }] : []),
    ...(limit ? [{ $limit: limit }] : []),
    ...(Object.keys(projection).length > 0 ? [{ $project: projection }] : []),
    { $set: { _read } },
  ] as Stage[];
}

/** Throws if the filter does not fit the schema, or if the query has an option that a common command would ignore. */
function prepare(query: Documents<unknown>): void {
  const options = { ...query.getOptions(), ...query.mongooseOptions() };
  const { lean, sort: _sort, limit: _limit, ...others } = options;
  if (!lean) throw new Error('readTogether: the query is not lean');
  const ignored = Object.keys(others);
  if (ignored.length > 0) throw new Error(`readTogether: the query has ${ignored.join(', ')}`);
  // aggregations do neither by themselves
  mongoose.sanitizeFilter(query.getFilter());
  query.cast(query.model);
}

type Sortable = Readonly<Record<string, string | Date>>;

/** Compares two documents by the sort of their query: MongoDB does not specify the order of united reads. */
function byItsSort(query: Documents<unknown>) {
  const fields = Object.entries((query.getOptions().sort ?? {}) as Record<string, 1 | -1>);
  return (one: Sortable, other: Sortable): number => {
    for (const [field, direction] of fields) {
      if (one[field]! < other[field]!) return -direction;
      if (one[field]! > other[field]!) return direction;
    }
    return 0;
  };
}

async function readAll(reads: readonly [Read, ...Read[]]): Promise<unknown[][]> {
  const [first, ...others] = reads;
  if (others.length === 0) return [await first.query.exec()];
  const found = await first.query.model
    .aggregate<Sortable & { readonly _read: number }>([
      ...stagesOf(first.query, 0),
      ...others.map(({ query }, at) => ({
        $unionWith: { coll: query.model.collection.name, pipeline: stagesOf(query, at + 1) },
      })),
    ] as PipelineStage[])
    .option({ batchSize: BATCH });
  const results: Sortable[][] = [[], ...others.map(() => [])];
  for (const { _read, ...document } of found) results[_read]!.push(document);
  return results.map((documents, at) => documents.sort(byItsSort(reads[at]!.query)));
}

async function send(db: Connection): Promise<void> {
  const reads = waiting.get(db) as [Read, ...Read[]];
  waiting.delete(db);
  try {
    for (const [at, found] of (await readAll(reads)).entries()) reads[at]!.resolve(found);
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}

/**
 * Runs a lean `find` without a session. Sends the reads that start at the same moment, as those of one `Promise.all`, as one command, so that
 * a request waits for one round trip. A query that is not valid is rejected alone; if the command fails, each of its reads fails.
 */
export const readTogether = <T>(query: Documents<T>): Promise<T[]> =>
  new Promise((resolve, reject) => {
    prepare(query);
    const { db } = query.model;
    const read: Read = { query, resolve: resolve as Read['resolve'], reject };
    const others = waiting.get(db);
    if (others) return void others.push(read);
    waiting.set(db, [read]);
    // once the promises that are settled now have started their reads
    void Promise.resolve().then(() => process.nextTick(() => void send(db)));
  });
