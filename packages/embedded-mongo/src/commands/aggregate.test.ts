import mongoose from 'mongoose';
import { startServer, type RunningServer } from '../server';

let server: RunningServer;
let client: mongoose.mongo.MongoClient;
let db: mongoose.mongo.Db;

beforeAll(async () => {
  server = await startServer({});
  client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
  db = client.db('reads');
  await db.collection('people').createIndex({ name: 1 });
  await db.collection('people').insertMany([
    { name: 'Ann', age: 20, day: new Date(0) },
    { name: 'Ben', age: 21 },
    { name: 'Cem', age: 22 },
  ]);
  await db.collection('dates').insertMany(Array.from({ length: 250 }, (_, at) => ({ at, who: at % 2 })));
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const numbered = (_read: number) => ({ $set: { _read } });
const PIPELINE = [
  { $match: { name: { $in: ['Ann', 'Cem'] } } },
  { $project: { _id: 0, name: 1, day: 1 } },
  numbered(0),
  {
    $unionWith: {
      coll: 'dates',
      pipeline: [
        { $match: { who: 1 } },
        { $sort: { at: -1 } },
        { $limit: 120 },
        { $project: { at: 1, _id: 0 } },
        numbered(1),
      ],
    },
  },
  { $unionWith: { coll: 'nothing', pipeline: [{ $match: {} }, numbered(2)] } },
];

describe('reads of several collections in one pipeline', () => {
  it('returns the documents of each read, numbered, in the order of the reads, over several batches', async () => {
    const found = await db.collection('people').aggregate(PIPELINE).toArray();
    expect(found.slice(0, 2)).toEqual([
      { _read: 0, name: 'Ann', day: new Date(0) },
      { _read: 0, name: 'Cem' },
    ]);
    const dates = Array.from({ length: 120 }, (_, at) => ({ _read: 1, at: 249 - 2 * at }));
    expect(found.slice(2)).toEqual(dates);
  });

  it('explains each read', async () => {
    const { stages } = await db.command({
      explain: { aggregate: 'people', pipeline: PIPELINE, cursor: {} },
      verbosity: 'queryPlanner',
    });
    expect(JSON.stringify(stages[0])).toContain('"indexName":"name_1"');
    expect(JSON.stringify(stages[1])).toContain('COLLSCAN');
    expect(JSON.stringify(stages[2])).toContain('EOF');
  });

  it.each([
    ['computes a field', [{ $set: { _read: { $add: [1, 1] } } }]],
    ['sets other fields', [{ $set: { _read: 1, name: 2 } }]],
    ['reads within a read', [numbered(0), { $unionWith: { coll: 'dates', pipeline: PIPELINE } }]],
    ['changes the documents of all reads', [...PIPELINE, { $limit: 1 }]],
    ['does not number a read', [numbered(0), { $unionWith: 'dates' }]],
  ])('refuses a pipeline that %s', async (_, pipeline) => {
    await expect(db.collection('people').aggregate(pipeline).toArray()).rejects.toMatchObject({ code: 303 });
  });
});
