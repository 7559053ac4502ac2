import { Binary } from 'bson';
import type { mongo } from 'mongoose';
import { batchOf, type Place, type Tries } from './try';

const ok = (command: (place: Place) => mongo.Document): Tries[string] => [
  async (place) => (await place.db.command(command(place))).ok,
  1,
];
const refusedWith = (command: mongo.Document, code: number): Tries[string] => [
  ({ db }) =>
    db.command(command).then(
      () => 'answered',
      (error: { code: unknown }) => error.code,
    ),
  code,
];
const on = (name: string, more: object = {}) =>
  ok(({ things }) => ({ [name]: things.collectionName, ...more }));
const admin = (name: string, more: object = {}): Tries[string] => [
  async ({ client }) => (await client.db('admin').command({ [name]: 1, ...more })).ok,
  1,
];

/** Inserts in a transaction, ends it, and counts. */
const inTransaction = (end: 'commitTransaction' | 'abortTransaction', count: number): Tries[string] => [
  async ({ client, things }) => {
    await client.withSession(async (session) => {
      session.startTransaction();
      await things.insertOne({ _id: 9 }, { session });
      await session[end]();
    });
    return things.countDocuments();
  },
  count,
];

export const asked: Tries = {
  hello: admin('hello'),
  ismaster: admin('ismaster'),
  isMaster: admin('isMaster'),
  ping: admin('ping'),
  buildInfo: admin('buildInfo'),
  saslStart: refusedWith({ saslStart: 1, mechanism: 'PLAIN', payload: new Binary(Buffer.of(0)) }, 334),
  saslContinue: refusedWith({ saslContinue: 1, conversationId: 1, payload: new Binary(Buffer.of(0)) }, 17),
  refreshSessions: admin('refreshSessions'),
  endSessions: admin('endSessions', { endSessions: [] }),
  commitTransaction: inTransaction('commitTransaction', 4),
  abortTransaction: inTransaction('abortTransaction', 3),
  listDatabases: [
    async ({ client, db }) =>
      (await client.db().admin().listDatabases()).databases.some(({ name }) => name === db.databaseName),
    true,
  ],
  listCollections: [
    async ({ db, things }) => (await db.listCollections({ name: things.collectionName }).toArray()).length,
    1,
  ],
  create: [async ({ db }) => (await db.createCollection('fresh')).countDocuments(), 0],
  drop: [({ things }) => things.drop(), true],
  renameCollection: [async ({ things }) => (await things.rename('others')).countDocuments(), 3],
  dropDatabase: [({ db }) => db.dropDatabase(), true],
  compactLog: admin('compactLog', { wait: true }),
  createIndexes: [({ things }) => things.createIndex({ a: 1 }), 'a_1'],
  listIndexes: [async ({ things }) => (await things.listIndexes().toArray()).length, 1],
  dropIndexes: on('dropIndexes', { index: '*' }),
  find: [async ({ things }) => (await things.find({ a: 2 }).toArray()).length, 1],
  getMore: [async ({ things }) => (await things.find({}, { batchSize: 1 }).toArray()).length, 3],
  killCursors: [
    async ({ db, things }) => {
      const { cursor } = await db.command({ find: things.collectionName, filter: {}, batchSize: 1 });
      const { id } = cursor as { id: mongo.Long };
      const killed = await db.command({ killCursors: things.collectionName, cursors: [id] });
      return (killed.cursorsKilled as unknown[]).length;
    },
    1,
  ],
  count: [({ things }) => things.estimatedDocumentCount(), 3],
  distinct: [({ things }) => things.distinct('a'), [1, 2, 3]],
  aggregate: [({ things }) => things.countDocuments({ a: { $gt: 1 } }), 2],
  explain: [
    async ({ things }) =>
      JSON.stringify(await things.find({ _id: 1 }).explain('queryPlanner')).includes('_id_'),
    true,
  ],
  insert: [async ({ things }) => (await things.insertMany([{ _id: 8 }, { _id: 9 }])).insertedCount, 2],
  update: [
    async ({ things }) => (await things.updateMany({}, { $inc: { a: 1 } } as object)).modifiedCount,
    3,
  ],
  delete: [async ({ things }) => (await things.deleteMany({ a: { $gt: 1 } })).deletedCount, 2],
  findAndModify: [async ({ things }) => (await things.findOneAndDelete({}, { sort: { a: -1 } }))?._id, 3],
  configureFailPoint: [
    async ({ client, db, things }) => {
      const fail = { configureFailPoint: 'failCommand', mode: { times: 1 } };
      const data = { failCommands: ['find'], errorCode: 8000 };
      await client.db('admin').command({ ...fail, data });
      const code = await things.findOne({}).catch((error: { code: unknown }) => error.code);
      return [code, batchOf(await db.command({ find: things.collectionName, limit: 1 }))];
    },
    [8000, [1]],
  ],
};
