import mongoose from 'mongoose';
import { startServer, type RunningServer } from './server';

type Db = mongoose.mongo.Db;
let server: RunningServer;
let client: mongoose.mongo.MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer({});
  client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
  db = client.db('refusals');
  await db.collection('c').insertOne({ a: 1 });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const piped = (stage: object) => (on: Db) => on.collection('c').aggregate([stage]).toArray();
const indexed = (key: object, options: object) => (on: Db) =>
  on.command({ createIndexes: 'c', indexes: [{ key, name: 'x', ...options }] });
const en = { locale: 'en' };

const refusals: readonly (readonly [what: string, code: number, ask: (on: Db) => Promise<unknown>])[] = [
  ['a command nobody knows', 59, (on) => on.command({ fly: 1 })],
  ['a field no find has', 40415, (on) => on.command({ find: 'c', sorted: true })],
  ['an option of find that is left out', 303, (on) => on.command({ find: 'c', returnKey: true })],
  ['a tailable cursor', 303, (on) => on.command({ find: 'c', tailable: true })],
  [
    'the sort of an update (8.0)',
    40415,
    (on) => on.collection('c').updateOne({}, { $set: { a: 1 } }, { sort: { a: 1 } }),
  ],
  ['bulkWrite of a client (8.0)', 59, (on) => on.command({ bulkWrite: 1 })],
  ['a capped collection', 303, (on) => on.command({ create: 'cap', capped: true, size: 1 })],
  ['a view', 303, (on) => on.command({ create: 'v', viewOn: 'c' })],
  ['$where', 303, (on) => on.collection('c').find({ $where: 'true' }).toArray()],
  [
    '$text',
    303,
    (on) =>
      on
        .collection('c')
        .find({ $text: { $search: 'x' } })
        .toArray(),
  ],
  [
    '$near',
    303,
    (on) =>
      on
        .collection('c')
        .find({ a: { $near: [0, 0] } })
        .toArray(),
  ],
  ['$jsonSchema', 303, (on) => on.collection('c').find({ $jsonSchema: {} }).toArray()],
  ...[
    '$addFields',
    '$bucket',
    '$facet',
    '$geoNear',
    '$graphLookup',
    '$lookup',
    '$merge',
    '$out',
    '$replaceRoot',
    '$sample',
    '$set',
    '$setWindowFields',
    '$sortByCount',
    '$unionWith',
    '$unwind',
  ].map((name) => [name, 303, piped({ [name]: {} })] as const),
  ['a $group that is no count', 303, piped({ $group: { _id: '$a' } })],
  ['a computed field of $project', 303, piped({ $project: { v: { $add: ['$a', 1] } } })],
  ['a stage nobody knows', 40324, piped({ $foo: 1 })],
  ['a stage with two fields', 40323, piped({ $match: {}, $limit: 1 })],
  ...(
    [
      ['$mod', { a: { $mod: [2, 1] } }],
      ['$bitsAllSet', { a: { $bitsAllSet: 1 } }],
      ['$type by number', { a: { $type: 2 } }],
      ['$elemMatch in $all', { a: { $all: [{ $elemMatch: { b: 1 } }] } }],
      ['option m of a pattern', { a: { $regex: '^a', $options: 'm' } }],
    ] as const
  ).map(([what, filter]) => [what, 303, (on: Db) => on.collection('c').findOne(filter as object)] as const),
  ...(
    [
      ['$bit', { $bit: { a: { and: 1 } } }],
      ['$currentDate', { $currentDate: { a: true } }],
      ['$rename', { $rename: { a: 'b' } }],
      ['$sort of $push', { $push: { l: { $each: [1], $sort: 1 } } }],
    ] as const
  ).map(
    ([what, update]) => [what, 303, (on: Db) => on.collection('c').updateOne({}, update as object)] as const,
  ),
  ...(
    [
      ['$slice', { a: { $slice: 1 } }],
      ['$elemMatch', { a: { $elemMatch: { b: 1 } } }],
      ['the position found', { 'a.$': 1 }],
      ['a sub-document', { a: { b: 1 } }],
    ] as const
  ).map(
    ([what, projection]) =>
      [
        `a projection by ${what}`,
        303,
        (on: Db) => on.collection('c').findOne({}, { projection: projection as object }),
      ] as const,
  ),
  ...['collMod', 'collStats', 'dbStats', 'validate', 'serverStatus', 'connectionStatus'].map(
    (name) => [name, 59, (on: Db) => on.command({ [name]: 'c' })] as const,
  ),
  ['renameCollection', 59, (on) => on.collection('c').rename('d')],
  ['hint', 303, (on) => on.collection('c').find({}).hint({ a: 1 }).toArray()],
  ['maxTimeMS', 303, (on) => on.collection('c').find({}).maxTimeMS(1).toArray()],
  ['a sort by $natural', 303, (on) => on.collection('c').find({}).sort({ $natural: 1 }).toArray()],
  ['explain that runs the query', 303, (on) => on.collection('c').find({}).explain('executionStats')],
  ['a validator', 303, (on) => on.command({ create: 'x', validator: { a: 1 } })],
  ['a pipeline that is a query', 303, piped({ $match: { a: 1 } })],
  ['a collation that is simple', 303, (on) => on.command({ create: 'x', collation: { locale: 'simple' } })],
  [
    '$expr',
    303,
    (on) =>
      on
        .collection('c')
        .find({ $expr: { $eq: ['$a', 1] } })
        .toArray(),
  ],
  [
    'a computed field of a projection',
    303,
    (on) =>
      on
        .collection('c')
        .find({}, { projection: { v: { $add: [1, 2] } } })
        .toArray(),
  ],
  ['an update by pipeline', 303, (on) => on.collection('c').updateOne({}, [{ $set: { b: 1 } }])],
  ['let', 303, (on) => on.command({ find: 'c', let: { a: 1 } })],
  [
    'a write concern that cannot be met',
    100,
    (on) => on.collection('c').insertOne({ a: 2 }, { writeConcern: { w: 10 } }),
  ],
  [
    'a TTL index on _id',
    197,
    (on) =>
      on.command({ createIndexes: 'c', indexes: [{ key: { _id: 1 }, name: 'y', expireAfterSeconds: 1 }] }),
  ],
  ...[
    String.raw`\Aab`,
    String.raw`ab\z`,
    String.raw`\Qa.b\E`,
    '[[:lower:]]',
    'a++',
    '(?i)a',
    '(?>a)',
    String.raw`\h`,
  ].map(
    (pattern) =>
      [
        `the pattern ${pattern}`,
        303,
        (on: Db) =>
          on
            .collection('c')
            .find({ a: { $regex: pattern } })
            .toArray(),
      ] as const,
  ),
  ['a text index', 67, indexed({ a: 'text' }, {})],
  ['a 2dsphere index', 67, indexed({ a: '2dsphere' }, {})],
  ['a wildcard index', 67, indexed({ '$**': 1 }, {})],
  ['a hidden index', 303, indexed({ a: 1 }, { hidden: true })],
  ['an option no index has', 197, indexed({ a: 1 }, { quick: true })],
  ['a collation that needs ICU', 303, (on) => on.collection('c').find({}, { collation: en }).toArray()],
  [
    'a snapshot read outside of a transaction',
    72,
    (on) => on.command({ find: 'c', readConcern: { level: 'snapshot' } }),
  ],
  ['a delete of two', 9, (on) => on.command({ delete: 'c', deletes: [{ q: {}, limit: 2 }] })],
  ...['$ne', '$in', '$nin', '$not', '$regex'].map(
    (name) =>
      [
        `a partial index with ${name}`,
        67,
        indexed(
          { a: 1 },
          { partialFilterExpression: { a: { [name]: name === '$not' ? { $gt: 1 } : ['x'] } } },
        ),
      ] as const,
  ),
  ['a partial index with $or', 67, indexed({ a: 1 }, { partialFilterExpression: { $or: [{ a: 1 }] } })],
  [
    'a partial index of what is missing',
    67,
    indexed({ a: 1 }, { partialFilterExpression: { a: { $exists: false } } }),
  ],
  ['a batch of no statements', 16, (on) => on.command({ insert: 'c', documents: [] })],
  [
    'a pattern that is none',
    51091,
    (on) =>
      on
        .collection('c')
        .find({ a: { $regex: '(' } })
        .toArray(),
  ],
  [
    'an array filter no path names',
    9,
    (on) => on.collection('c').updateOne({}, { $set: { b: 1 } }, { arrayFilters: [{ 'x.y': 1 }] }),
  ],
  [
    'a fail point that is not failCommand',
    303,
    (on) => on.admin().command({ configureFailPoint: 'other', mode: 'off' }),
  ],
];

describe('what the server does not do', () => {
  it.each(refusals)('%s - asked for - is refused with %i', async (_, code, ask) => {
    await expect(ask(db)).rejects.toMatchObject({ code });
  });

  it('a refusal of what is left out - is one sentence that names the feature and MONGODB_URI', async () => {
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

  it('a command that is not for transactions - inside of one - is refused with 263', async () => {
    const session = client.startSession();
    session.startTransaction();
    await db.collection('c').findOne({}, { session });
    await expect(db.command({ count: 'c' }, { session })).rejects.toMatchObject({ code: 263 });
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  });
});

describe('a refusal', () => {
  it.each(
    refusals
      .filter(([, code]) => code === 303 || code === 59 || code === 67)
      .map(([what, , ask]) => [what, ask] as const),
  )('%s - says what is left out and names MONGODB_URI', async (_, ask) => {
    await expect(ask(db)).rejects.toThrow(
      /^The embedded database does not offer .+: name a MongoDB in MONGODB_URI to use it\.$/,
    );
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

  it('a wait set for one find - holds it up and nothing else', async () => {
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
