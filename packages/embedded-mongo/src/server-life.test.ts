import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mongoose from 'mongoose';
import { startServer, type ServerInternals } from './server';
import { startEmbeddedMongo } from './index';
import { temporaryFolder } from './testing/folder';

async function open(internals: ServerInternals = {}, dataDir?: string) {
  const server = await startServer({ dataDir }, internals);
  const client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`, {
    monitorCommands: true,
  }).connect();
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { db: client.db('life'), client, close };
}

const until = async (there: () => Promise<boolean>) => {
  const end = Date.now() + 20_000;
  while (!(await there())) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe('a running server', () => {
  it('documents past their time - are swept away, others stay', async () => {
    const { db, close } = await open({ sweepEvery: 20 });
    const things = db.collection('things');
    await things.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
    const ago = new Date(Date.now() - 1000);
    await things.insertMany([
      { until: ago },
      { until: new Date(Date.now() + 1e6) },
      { until: 'never' },
      { until: [ago] },
    ]);
    await until(async () => (await things.countDocuments()) === 2);
    expect(await things.countDocuments({ until: 'never' })).toBe(1);
    await close();
  });

  it('data above the limits - is told once, in one sentence', async () => {
    const said: string[] = [];
    const limits = { documents: 2, bytes: 1e9 };
    const { db, close } = await open({ sweepEvery: 10, limits, warn: (sentence) => said.push(sentence) });
    await db.collection<{ n: number }>('things').insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await until(() => Promise.resolve(said.length > 0));
    await db.collection<{ n: number }>('things').insertOne({ n: 4 });
    expect(said).toEqual([expect.stringMatching(/holds 3 documents .* use a real MongoDB/)]);
    await close();
  });

  it('an index made while a transaction holds documents - waits for it and has them all', async () => {
    const { db, client, close } = await open();
    const things = db.collection<{ _id: number; a: number }>('things');
    await things.insertOne({ _id: 1, a: 1 });
    const session = client.startSession();
    session.startTransaction();
    await things.insertOne({ _id: 2, a: 2 }, { session });
    const built = things.createIndex({ a: 1 });
    for (let round = 0; round < 10; round++) await db.command({ ping: 1 });
    await session.commitTransaction();
    await session.endSession();
    await built;
    expect(await things.find({ a: 2 }).hint({ a: 1 }).toArray()).toEqual([{ _id: 2, a: 2 }]);
    await close();
  });

  it('an update of many that meets a locked value half way - changes each document once', async () => {
    const { db, client, close } = await open();
    const things = db.collection<{ _id: number; n: number; u: string }>('things');
    await things.createIndex({ u: 1 }, { unique: true });
    await things.insertMany([
      { _id: 1, n: 0, u: 'a' },
      { _id: 2, n: 0, u: 'b' },
    ]);
    const session = client.startSession();
    session.startTransaction();
    await things.insertOne({ _id: 3, n: 0, u: 'b!' }, { session });
    const update = client.db('life').command({
      update: 'things',
      updates: [
        { q: { _id: 1 }, u: { $inc: { n: 1 }, $set: { u: 'a!' } } },
        { q: { _id: 2 }, u: { $inc: { n: 1 }, $set: { u: 'b!' } } },
      ],
    });
    for (let round = 0; round < 10; round++) await db.command({ ping: 1 });
    await session.abortTransaction();
    await session.endSession();
    await update;
    expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 1, u: 'a!' },
      { _id: 2, n: 1, u: 'b!' },
    ]);
    await close();
  });

  it('a write whose answer asks for another try - is answered again, not done twice', async () => {
    const { db, client, close } = await open();
    const things = db.collection<{ _id: number; n: number }>('things');
    await things.insertOne({ _id: 1, n: 0 });
    const data = { failCommands: ['update'], writeConcernError: { code: 91, errmsg: 'shutting down' } };
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    let sent = 0;
    client.on('commandStarted', ({ commandName }) => (sent += commandName === 'update' ? 1 : 0));
    await things.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    expect(await things.findOne({})).toEqual({ _id: 1, n: 1 });
    expect(sent).toBe(2);
    await close();
  });

  it('on a thread of its own - keeps the folder, and gives it free when closed', async () => {
    using folder = temporaryFolder();
    const server = await startEmbeddedMongo({ dataDir: folder.path, inWorker: true });
    await expect(startServer({ dataDir: folder.path })).rejects.toThrow('already in use');
    await server.close();
    const again = await open({}, folder.path);
    await again.close();
  });

  it('compactLog with wait - answers once nothing deleted is left in the log', async () => {
    using folder = temporaryFolder();
    const { db, close } = await open({}, folder.path);
    await db.collection('things').insertMany([{ text: 'erased' }, { text: 'stays' }]);
    await db.collection('things').deleteOne({ text: 'erased' });
    const log = () => readFileSync(path.join(folder.path, 'data.log'), 'latin1');
    expect(log()).toContain('erased');
    await db.command({ compactLog: 1, wait: true });
    expect(log()).not.toContain('erased');
    expect(log()).toContain('stays');
    await close();
  });

  it('compactLog - and the process ends at once - the log is rewritten when the folder is opened again', async () => {
    using folder = temporaryFolder();
    const first = await open({}, folder.path);
    await first.db.collection('things').insertOne({ text: 'erased' });
    await first.db.collection('things').deleteMany({});
    await first.close();
    writeFileSync(path.join(folder.path, 'erase'), '');
    const again = await open({}, folder.path);
    await until(() => Promise.resolve(!existsSync(path.join(folder.path, 'erase'))));
    expect(readFileSync(path.join(folder.path, 'data.log'), 'latin1')).not.toContain('erased');
    await again.close();
  });
});
