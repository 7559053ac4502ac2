import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Long } from 'bson';
import { startServer, type ServerOptions } from './server';
import { startEmbeddedMongo } from './index';
import { temporaryFolder } from './testing/folder';
import { openServer } from './testing/server';

async function open(options?: ServerOptions) {
  const { client, close } = await openServer(options);
  return { db: client.db('life'), client, close };
}

/** Every byte of the folder's files. */
const stored = (folder: string) =>
  readdirSync(folder)
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('');

const until = async (there: () => Promise<boolean>) => {
  const end = Date.now() + 20_000;
  while (!(await there())) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe('a running server', () => {
  it('a renamed collection - has its documents and indexes, replaces the other only on request, also after a restart', async () => {
    using temporary = temporaryFolder();
    const folder = temporary.path;
    const first = await open({ dataDir: folder });
    const beside = first.db.collection<{ _id: number; a: number }>('beside');
    await beside.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await beside.createIndex({ a: 1 }, { unique: true });
    await first.db.collection('things').insertOne({ old: true });
    await expect(beside.rename('things')).rejects.toMatchObject({ code: 48 });
    const things = await beside.rename('things', { dropTarget: true });
    await things.updateOne({ _id: 2 } as never, { $set: { a: 3 } });
    expect(await beside.countDocuments()).toBe(0);
    await first.close();
    const second = await open({ dataDir: folder });
    const again = second.db.collection<{ _id: number; a: number }>('things');
    expect((await again.find().sort({ a: 1 }).toArray()).map(({ _id }) => _id)).toEqual([1, 2]);
    await expect(again.insertOne({ _id: 4, a: 3 })).rejects.toMatchObject({ code: 11000 });
    expect((await second.db.listCollections().toArray()).map(({ name }) => name)).toEqual(['things']);
    await second.close();
  });

  it('expired documents - are deleted, others are not', async () => {
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

  it('documents outside a partial TTL index - are not deleted', async () => {
    const { db, close } = await open({ sweepEvery: 20 });
    const things = db.collection<{ _id: number; until: Date; gone?: boolean }>('things');
    const partialFilterExpression = { gone: true };
    await things.createIndex({ until: 1 }, { expireAfterSeconds: 0, partialFilterExpression });
    const until1 = new Date(Date.now() - 1000);
    await things.insertMany([
      { _id: 1, until: until1 },
      { _id: 2, until: until1, gone: true },
    ]);
    await until(async () => (await things.countDocuments({ gone: true })) === 0);
    expect(await things.find().toArray()).toEqual([{ _id: 1, until: until1 }]);
    await close();
  });

  it('an invalid index - together with a valid one - creates neither, also after a restart', async () => {
    using folder = temporaryFolder();
    const first = await open({ dataDir: folder.path });
    const docs = [
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 2, b: 1 },
    ];
    await first.db.collection<{ _id: number }>('things').insertMany(docs);
    const indexes = [
      { key: { a: 1 }, name: 'a', unique: true },
      { key: { b: 1 }, name: 'b', unique: true },
    ];
    await expect(first.db.command({ createIndexes: 'things', indexes })).rejects.toMatchObject({
      code: 11000,
    });
    await first.close();
    const again = await open({ dataDir: folder.path });
    const things = again.db.collection<{ _id: number; a: number }>('things');
    await things.deleteMany({});
    await things.createIndex({ a: 1 }, { unique: true });
    await things.insertOne({ _id: 3, a: 1 });
    expect(await things.findOne({ a: 1 })).toEqual({ _id: 3, a: 1 });
    await again.close();
  });

  it('an index created while a transaction holds documents - waits for it and contains them all', async () => {
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
    expect(await things.find({ a: 2 }).toArray()).toEqual([{ _id: 2, a: 2 }]);
    expect(JSON.stringify(await things.find({ a: 2 }).explain('queryPlanner'))).toContain('a_1');
    await close();
  });

  it('an update of many that meets a locked value halfway - changes each document once', async () => {
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

  it('a retried write - gets the first reply, and is not repeated', async () => {
    const { db, client, close } = await open();
    const things = db.collection<{ _id: number; n: number }>('things');
    await things.insertOne({ _id: 1, n: 0 });
    await client.withSession(async (session) => {
      const { id } = session.serverSession ?? {};
      const update = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] };
      const sent = { ...update, lsid: id, txnNumber: Long.fromNumber(1) };
      const first = await db.command(sent);
      expect(await db.command(sent)).toMatchObject({ n: first.n, nModified: 1 });
    });
    expect(await things.findOne({})).toEqual({ _id: 1, n: 1 });
    await close();
  });

  it('a write retried on another connection while the first still runs - is done once', async () => {
    const { db, client, close } = await open();
    const things = db.collection<{ _id: number; n: number }>('things');
    await things.insertOne({ _id: 1, n: 0 });
    const [holding, session] = [client.startSession(), client.startSession()];
    holding.startTransaction();
    await things.updateOne({ _id: 1 }, { $inc: { n: 100 } }, { session: holding });
    const update = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] };
    const send = () => db.command({ ...update, txnNumber: Long.fromNumber(100) }, { session });
    // both wait for the transaction
    const replies = [send(), send()];
    for (let round = 0; round < 10; round++) await db.command({ ping: 1 });
    await holding.abortTransaction();
    for (const reply of replies) expect(await reply).toMatchObject({ n: 1, nModified: 1 });
    expect(await things.findOne({})).toEqual({ _id: 1, n: 1 });
    for (const one of [holding, session]) await one.endSession();
    await close();
  });

  it('in a worker thread - locks the folder, and unlocks it when closed', async () => {
    using folder = temporaryFolder();
    const server = await startEmbeddedMongo({ dataDir: folder.path, inWorker: true });
    await expect(startServer({ dataDir: folder.path })).rejects.toThrow('already in use');
    await server.close();
    const again = await open({ dataDir: folder.path });
    await again.close();
  });

  it('in a worker thread - that crashes - reports it', async () => {
    using folder = temporaryFolder();
    const on = jest.spyOn(Worker.prototype, 'on');
    const crash = new Promise<Error>((onCrash) => {
      void startEmbeddedMongo({ dataDir: folder.path, inWorker: true, onCrash }).then(() =>
        (on.mock.contexts[0] as Worker).terminate(),
      );
    });
    expect((await crash).message).toBe('The embedded database stopped.');
  });

  it('compactLog with wait - replies once the folder has no deleted data', async () => {
    using folder = temporaryFolder();
    const { db, close } = await open({ dataDir: folder.path });
    await db.collection('things').insertMany([{ text: 'erased' }, { text: 'stays' }]);
    await db.collection('things').deleteOne({ text: 'erased' });
    expect(stored(folder.path)).toContain('erased');
    await db.command({ compactLog: 1, wait: true });
    expect(stored(folder.path)).not.toContain('erased');
    expect(stored(folder.path)).toContain('stays');
    await close();
  });

  it('compactLog - before the process ends at once - erases when the folder is opened again', async () => {
    using folder = temporaryFolder();
    const first = await open({ dataDir: folder.path });
    await first.db.collection('things').insertOne({ text: 'erased' });
    await first.db.collection('things').deleteMany({});
    await first.close();
    writeFileSync(path.join(folder.path, 'erase'), '');
    const again = await open({ dataDir: folder.path });
    await until(() => Promise.resolve(!existsSync(path.join(folder.path, 'erase'))));
    expect(stored(folder.path)).not.toContain('erased');
    await again.close();
  });
});
