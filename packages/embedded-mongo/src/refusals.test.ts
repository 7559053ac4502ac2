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
  ['$where', 2, (on) => on.collection('c').find({ $where: 'true' }).toArray()],
  [
    '$text',
    2,
    (on) =>
      on
        .collection('c')
        .find({ $text: { $search: 'x' } })
        .toArray(),
  ],
  [
    '$near',
    2,
    (on) =>
      on
        .collection('c')
        .find({ a: { $near: [0, 0] } })
        .toArray(),
  ],
  ['$jsonSchema', 2, (on) => on.collection('c').find({ $jsonSchema: {} }).toArray()],
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
  ['a $project of nothing', 51272, piped({ $project: {} })],
  ['a stage nobody knows', 40324, piped({ $foo: 1 })],
  ['a stage with two fields', 40323, piped({ $match: {}, $limit: 1 })],
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
    2,
    (on) => on.admin().command({ configureFailPoint: 'other', mode: 'off' }),
  ],
];

describe('what the server does not do', () => {
  it.each(refusals)('%s - asked for - is refused with %i', async (_, code, ask) => {
    await expect(ask(db)).rejects.toMatchObject({ code });
  });

  it('a refusal of what is left out - is one sentence that names the feature and MONGODB_URI', async () => {
    await expect(piped({ $lookup: {} })(db)).rejects.toThrow(
      'The embedded database does not offer $lookup: name a MongoDB in MONGODB_URI to use it.',
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

describe('collMod', () => {
  const ttl = () => db.collection('timed').createIndex({ at: 1 }, { name: 'ttl', expireAfterSeconds: 60 });
  const specOf = async () =>
    (await db.collection('timed').listIndexes().toArray()).find(({ name }) => name === 'ttl');

  it('expireAfterSeconds - of a TTL index - changes, and the old and new are told', async () => {
    await ttl();
    expect(
      await db.command({ collMod: 'timed', index: { name: 'ttl', expireAfterSeconds: 120 } }),
    ).toMatchObject({ expireAfterSeconds_old: 60, expireAfterSeconds_new: 120 });
    expect(await specOf()).toMatchObject({ expireAfterSeconds: 120 });
    await db.collection('timed').drop();
  });

  it.each([
    ['hidden', 303, { index: { name: 'ttl', hidden: true } }],
    ['unique', 303, { index: { name: 'ttl', unique: true } }],
    ['prepareUnique', 303, { index: { name: 'ttl', prepareUnique: true } }],
    ['a validator', 303, { validator: { a: 1 } }],
    ['a field nobody knows', 40415, { quick: true }],
    ['a field no index has', 40415, { index: { name: 'ttl', quick: true } }],
    ['an index that is not there', 27, { index: { name: 'nope', expireAfterSeconds: 1 } }],
    ['a time that is none', 67, { index: { name: 'ttl', expireAfterSeconds: -1 } }],
  ])('%s - asked for - is refused with %i and changes nothing', async (_, code, change) => {
    await ttl();
    const before = await specOf();
    await expect(db.command({ collMod: 'timed', ...change })).rejects.toMatchObject({ code });
    expect(await specOf()).toEqual(before);
  });
});

describe('failCommand', () => {
  const failNext = (data: object) =>
    db.admin().command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });

  it('an error set for one insert - is given once - and the driver writes at its second try', async () => {
    await failNext({ failCommands: ['insert'], errorCode: 10107 });
    await db.collection('retried').insertOne({ a: 1 });
    expect(await db.collection('retried').countDocuments()).toBe(1);
  });

  it('an error that is not worth a retry - reaches the caller', async () => {
    await failNext({ failCommands: ['find'], errorCode: 8000 });
    await expect(db.collection('c').findOne({})).rejects.toMatchObject({ code: 8000 });
    expect(await db.collection('c').findOne({})).toMatchObject({ a: 1 });
  });

  it('a connection set to close - is closed - and the driver asks again on another', async () => {
    await failNext({ failCommands: ['find'], closeConnection: true });
    expect(await db.collection('c').findOne({})).toMatchObject({ a: 1 });
  });
});
