import mongoose from 'mongoose';
import { openServer } from './testing/server';

type Db = mongoose.mongo.Db;
let client: mongoose.mongo.MongoClient;
let close: () => Promise<void>;
let db: Db;

beforeAll(async () => {
  ({ client, close } = await openServer());
  db = client.db('refusals');
  await db.collection('c').insertOne({ a: 1 });
});
afterAll(() => close());

type Asks = readonly (readonly [what: string, code: number, ask: (on: Db) => Promise<unknown>])[];

const run = (command: object) => (on: Db) => on.command(command);
const piped = (stage: object) => (on: Db) => on.collection('c').aggregate([stage]).toArray();
const found = (filter: object, options?: object) => (on: Db) =>
  on.collection('c').find(filter, options).toArray();
const updated = (update: object, options?: object) => (on: Db) =>
  on.collection('c').updateOne({}, update, options);
const indexed = (key: object, options: object) =>
  run({ createIndexes: 'c', indexes: [{ key, name: 'x', ...options }] });
/** Rows of one kind: each name or case, refused with the same code. */
const each = <T>(
  code: number,
  cases: readonly T[],
  ask: (one: T) => Asks[number][2],
  what: (one: T) => string = String,
): Asks => cases.map((one) => [what(one), code, ask(one)]);

const renamed = (renameCollection: string, to: string) => (on: Db) =>
  on.admin().command({ renameCollection, to });

const STAGES =
  '$addFields $bucket $facet $geoNear $graphLookup $lookup $merge $out $replaceRoot $sample $set $setWindowFields $sortByCount $unionWith $unwind';
const PATTERNS = String.raw`\Aab ab\z \Qa.b\E [[:lower:]] a++ (?i)a (?>a) \h`;
const json = (value: object) => JSON.stringify(value);

const refusals: Asks = [
  ['a command nobody knows', 59, run({ fly: 1 })],
  ['a field no find has', 40415, run({ find: 'c', sorted: true })],
  ['bulkWrite of a client (8.0)', 59, run({ bulkWrite: 1 })],
  ...each(
    303,
    [
      { find: 'c', returnKey: true },
      { find: 'c', tailable: true },
      { find: 'c', let: { a: 1 } },
      { create: 'cap', capped: true, size: 1 },
      { create: 'v', viewOn: 'c' },
      { create: 'x', validator: { a: 1 } },
      { create: 'x', collation: { locale: 'simple' } },
    ],
    run,
    json,
  ),
  ...each(
    303,
    [
      { $where: 'true' },
      { $text: { $search: 'x' } },
      { a: { $near: [0, 0] } },
      { $jsonSchema: {} },
      { a: { $mod: [2, 1] } },
      { a: { $bitsAllSet: 1 } },
      { a: { $type: 2 } },
      { a: { $all: [{ $elemMatch: { b: 1 } }] } },
      { a: { $regex: '^a', $options: 'm' } },
      { $expr: { $eq: ['$a', 1] } },
    ],
    (filter) => found(filter),
    json,
  ),
  ...each(303, PATTERNS.split(' '), ($regex) => found({ a: { $regex } })),
  ...each(303, STAGES.split(' '), (name) => piped({ [name]: {} })),
  ['a $group that is no count', 303, piped({ $group: { _id: '$a' } })],
  ['a computed field of $project', 303, piped({ $project: { v: { $add: ['$a', 1] } } })],
  ['a pipeline that is a query', 303, piped({ $match: { a: 1 } })],
  ['a stage nobody knows', 40324, piped({ $foo: 1 })],
  ['a stage with two fields', 40323, piped({ $match: {}, $limit: 1 })],
  ...each(
    303,
    [
      { $bit: { a: { and: 1 } } },
      { $currentDate: { a: true } },
      { $rename: { a: 'b' } },
      { $push: { l: { $each: [1], $sort: 1 } } },
      [{ $set: { b: 1 } }],
    ],
    (update) => updated(update),
    json,
  ),
  ...each(
    303,
    [
      { a: { $slice: 1 } },
      { a: { $elemMatch: { b: 1 } } },
      { 'a.$': 1 },
      { a: { b: 1 } },
      { v: { $add: [1, 2] } },
    ],
    (projection) => found({}, { projection }),
    (projection) => `the projection ${json(projection)}`,
  ),
  ...each(
    303,
    [{ hint: { $natural: 1 } }, { sort: { $natural: 1 } }, { collation: { locale: 'en' } }],
    (options) => found({}, options),
    json,
  ),
  ['a hint that names no index', 2, found({}, { hint: 'none_1' })],
  [
    'a hint of a sparse index, which lacks documents',
    303,
    async (on) => {
      await on.collection('c').createIndex({ s: 1 }, { sparse: true });
      return on.collection('c').find({}, { hint: 's_1' }).toArray();
    },
  ],
  ['explain that runs the query', 303, (on) => on.collection('c').find({}).explain('executionStats')],
  ...each(59, ['collMod', 'collStats', 'dbStats', 'validate', 'serverStatus', 'connectionStatus'], (name) =>
    run({ [name]: 'c' }),
  ),
  ['renaming a collection that is not there', 26, (on) => on.collection('none').rename('d')],
  ['renaming into another database', 303, renamed('refusals.c', 'other.c')],
  ['renaming to its own name', 20, renamed('refusals.c', 'refusals.c')],
  ['renaming to an invalid name', 73, renamed('refusals.c', 'refusals.a..b')],
  [
    'a write concern that cannot be met',
    100,
    (on) => on.collection('c').insertOne({ a: 2 }, { writeConcern: { w: 10 } }),
  ],
  ['a TTL index on _id', 197, indexed({ _id: 1 }, { expireAfterSeconds: 1 })],
  ...each(67, [{ a: 'text' }, { a: '2dsphere' }, { '$**': 1 }], (key) => indexed(key, {}), json),
  ['a hidden index', 303, indexed({ a: 1 }, { hidden: true })],
  ['an option no index has', 197, indexed({ a: 1 }, { quick: true })],
  ...each(
    67,
    [
      { a: { $ne: ['x'] } },
      { a: { $in: ['x'] } },
      { a: { $nin: ['x'] } },
      { a: { $not: { $gt: 1 } } },
      { a: { $regex: ['x'] } },
      { $or: [{ a: 1 }] },
      { a: { $exists: false } },
    ],
    (partialFilterExpression) => indexed({ a: 1 }, { partialFilterExpression }),
    (filter) => `a partial index by ${json(filter)}`,
  ),
  ['a snapshot read outside of a transaction', 72, run({ find: 'c', readConcern: { level: 'snapshot' } })],
  ['a collection of the system', 73, run({ create: 'system.x' })],
  ['a database name of 70 characters', 73, () => client.db('x'.repeat(70)).collection('c').findOne({})],
  ['a delete of two', 9, run({ delete: 'c', deletes: [{ q: {}, limit: 2 }] })],
  ['a batch of no statements', 16, run({ insert: 'c', documents: [] })],
  ['a pattern that is none', 51091, found({ a: { $regex: '(' } })],
  ['an array filter no path names', 9, updated({ $set: { b: 1 } }, { arrayFilters: [{ 'x.y': 1 }] })],
  [
    'a fail point that is not failCommand',
    303,
    (on) => on.admin().command({ configureFailPoint: 'other', mode: 'off' }),
  ],
];

describe('unsupported features', () => {
  it.each(refusals)('%s - requested - is refused with %i', async (_, code, ask) => {
    const message = [303, 59, 67].includes(code)
      ? expect.stringMatching(
          /^The embedded database does not offer .+: name a MongoDB in MONGODB_URI to use it\.$/,
        )
      : expect.any(String);
    await expect(ask(db)).rejects.toMatchObject({ code, message });
  });

  it('a refusal of an unsupported feature - is one sentence that names the feature and MONGODB_URI', async () => {
    await expect(piped({ $lookup: {} })(db)).rejects.toThrow(
      'The embedded database does not offer an aggregation that is no countDocuments ($lookup): name a MongoDB in MONGODB_URI to use it.',
    );
  });

  it('a cursor - after its collection was dropped - is refused with 175', async () => {
    const gone = db.collection<{ n: number }>('gone');
    await gone.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const cursor = gone.find({}, { batchSize: 1 });
    await cursor.next();
    await gone.drop();
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 });
  });

  it('a command that transactions do not support - inside of one - is refused with 263', async () => {
    const session = client.startSession();
    session.startTransaction();
    await db.collection('c').findOne({}, { session });
    await expect(db.command({ count: 'c' }, { session })).rejects.toMatchObject({ code: 263 });
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  });
});

describe('failCommand', () => {
  const failNext = (data: object) =>
    db.admin().command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });

  it('an error set for one find - reaches the caller once', async () => {
    await failNext({ failCommands: ['find'], errorCode: 8000 });
    await expect(db.collection('c').findOne({})).rejects.toMatchObject({ code: 8000 });
    expect(await db.collection('c').findOne({})).toMatchObject({ a: 1 });
  });

  it('a delay set for one find - delays it and nothing else', async () => {
    await failNext({ failCommands: ['find'], blockConnection: true, blockTimeMS: 100 });
    const started = performance.now();
    await db.collection('c').countDocuments();
    await db.collection('c').findOne({});
    expect(performance.now() - started).toBeGreaterThan(95);
  });

  it('closeConnection - is refused with 303', async () => {
    await expect(failNext({ failCommands: ['find'], closeConnection: true })).rejects.toMatchObject({
      code: 303,
    });
  });
});
