import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose, { Schema, type Connection } from 'mongoose';
import { startServer } from './server';

const schema = new Schema({ name: { type: String, unique: true }, n: Number, tags: [String], at: Date });

async function open(dataDir?: string) {
  const server = await startServer(dataDir ? { dataDir } : {});
  const db = await mongoose.createConnection(`${server.origin}test?directConnection=true`).asPromise();
  const Things = db.model('Thing', schema);
  await Things.init();
  const close = async () => {
    await db.close();
    await server.close();
  };
  return { db: db as Connection, Things, close };
}

describe('the embedded server, through mongoose', () => {
  let dir = '';
  beforeEach(() => (dir = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-test-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('documents written - after closing and opening the folder - are there with their types', async () => {
    const first = await open(dir);
    const at = new Date('2026-01-02T03:04:05.678Z');
    await first.Things.create({ name: 'a', n: 1.5, tags: ['x', 'y'], at });
    await first.close();
    const second = await open(dir);
    expect(await second.Things.findOne({ name: 'a' }).lean()).toMatchObject({ n: 1.5, tags: ['x', 'y'], at });
    await second.close();
  });

  it('a second document with a unique value - is refused with 11000, keyPattern and keyValue', async () => {
    const { Things, close } = await open();
    await Things.create({ name: 'a' });
    await expect(Things.create({ name: 'a' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { name: 1 },
      keyValue: { name: 'a' },
    });
    await close();
  });

  it('50 conditional updates of one document at once - have exactly one winner', async () => {
    const { Things, close } = await open();
    await Things.create({ name: 'a', n: 0 });
    const won = await Promise.all(
      Array.from({ length: 50 }, () => Things.findOneAndUpdate({ name: 'a', n: 0 }, { $set: { n: 1 } })),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    await close();
  });

  it('a transaction that throws - leaves nothing behind', async () => {
    const { db, Things, close } = await open();
    await Things.create({ name: 'a', n: 0 });
    const failing = db.transaction(async (session) => {
      await Things.updateOne({ name: 'a' }, { n: 7 }, { session });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await Things.findOne({ name: 'a' }))?.n).toBe(0);
    await close();
  });

  it('sort, range and arrays - answer as MongoDB does', async () => {
    const { Things, close } = await open();
    await Things.insertMany(
      [1, 2, 3, 4, 5].map((n) => ({ name: `t${n}`, n, tags: n % 2 ? ['odd'] : ['even'] })),
    );
    expect(
      (
        await Things.find({ n: { $gte: 2, $lt: 5 } })
          .sort({ n: -1 })
          .lean()
      ).map(({ n }) => n),
    ).toEqual([4, 3, 2]);
    expect(await Things.countDocuments({ tags: 'odd' })).toBe(3);
    await close();
  });

  it('an unknown command - is refused with 59 CommandNotFound', async () => {
    const { db, close } = await open();
    await expect(db.db!.command({ fly: 1 })).rejects.toMatchObject({ code: 59, codeName: 'CommandNotFound' });
    await close();
  });

  it('a torn last record - is cut off - and what was acknowledged before stays', async () => {
    const first = await open(dir);
    await first.Things.create({ name: 'kept' });
    await first.close();
    const log = path.join(dir, 'data.log');
    appendFileSync(log, Buffer.alloc(40, 7));
    const second = await open(dir);
    expect(await second.Things.countDocuments({ name: 'kept' })).toBe(1);
    await second.close();
  });

  it('a log damaged at its head - refuses to open', async () => {
    const first = await open(dir);
    await first.Things.create({ name: 'kept' });
    await first.close();
    const log = path.join(dir, 'data.log');
    const size = statSync(log).size;
    truncateSync(log, 0);
    appendFileSync(log, Buffer.alloc(size, 0));
    await expect(startServer({ dataDir: dir })).rejects.toThrow('is not an embedded data file');
  });

  it('a second server on the folder - gets one clear sentence', async () => {
    const first = await open(dir);
    await expect(startServer({ dataDir: dir })).rejects.toThrow(/already in use by process \d+/);
    await first.close();
  });
});
