import fs from 'node:fs';
import path from 'node:path';
import { BSON } from 'bson';
import fc from 'fast-check';
import { Transaction } from '../catalog/transaction';
import { insertDocument } from '../commands/insert-document';
import { numbers, openStore } from '../testing/documents';
import { temporaryFolder } from '../testing/folder';
import { openServer } from '../testing/server';
import { FullDisk } from './room';

const MEGABYTE = 1024 * 1024;
const LARGE = 60_000;

/** Lets the data file grow to so many bytes. lmdb itself writes past this limit, which `end` detects. */
function limitDisk(folder: string, capacity: number) {
  const write = fs.writeSync;
  const sizes = () =>
    fs
      .readdirSync(folder)
      .flatMap((name) => (name.startsWith('data') ? fs.statSync(path.join(folder, name)).size : []));
  const spy = jest.spyOn(fs, 'writeSync').mockImplementation(((
    fd: number,
    bytes: Buffer,
    from: number,
    length: number,
    at?: number,
  ) => {
    const room = capacity - (at ?? 0);
    if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return write(fd, bytes, from, Math.min(length, room), at);
  }) as typeof fs.writeSync);
  return {
    [Symbol.dispose]: () => spy.mockRestore(),
    /** Whether lmdb has written only where the space was allocated before. */
    holds: () => sizes().every((size) => size <= capacity),
  };
}

/** Inserts until the disk is full; returns the acknowledged ids. */
async function fill(things: Awaited<ReturnType<typeof openStore>>, size = 25_000) {
  for (let id = 0; ; id++) {
    try {
      await things.insert(id, size);
    } catch (error) {
      expect(error).toMatchObject({ code: 14031 });
      return numbers(0, id);
    }
  }
}

async function openThings(dataDir: string) {
  const { client, close } = await openServer({ dataDir });
  return { things: client.db('test').collection<{ _id: number; text: string }>('things'), close };
}

describe('a full disk', () => {
  it('writes - are refused with 14031 - reads continue, and acknowledged data survives a restart', async () => {
    using folder = temporaryFolder();
    using disk = limitDisk(folder.path, 4 * MEGABYTE);
    const things = await openStore(folder.path);
    const acknowledged = await fill(things);
    expect(acknowledged.length).toBeGreaterThan(100);
    await expect(things.insert(-1, 25_000)).rejects.toMatchObject({ code: 14031 });
    expect(things.ids()).toEqual(acknowledged);
    await things.close();
    const again = await openStore(folder.path);
    expect(again.ids()).toEqual(acknowledged);
    await again.close();
    expect(disk.holds()).toBe(true);
  });

  it.each([0.3, 0.5, 0.9])('deletes of a part (%f) - make room for inserts', async (part) => {
    using folder = temporaryFolder();
    using disk = limitDisk(folder.path, 12 * MEGABYTE);
    const things = await openStore(folder.path);
    const acknowledged = await fill(things, LARGE);
    const gone = Math.floor(acknowledged.length * part);
    expect(await things.remove({ _id: { $lt: gone } })).toBe(gone);
    const added = numbers(10_000, 10_000 + Math.floor(gone * 0.4));
    for (const id of added) await things.insert(id, LARGE);
    const there = [...acknowledged.slice(gone), ...added];
    expect(things.ids()).toEqual(there);
    await things.close();
    const again = await openStore(folder.path);
    expect(again.ids()).toEqual(there);
    await again.close();
    expect(disk.holds()).toBe(true);
  });

  it('any writes on a disk that is full at any moment - are stored or refused as a whole', async () => {
    const change = fc.record({
      kind: fc.constantFrom('insert', 'update', 'delete'),
      id: fc.integer({ min: 0, max: 60 }),
      size: fc.constantFrom(10, 1500, 5000, 30_000, 200_000),
    });
    // the server receives those of one batch in any order
    const batch = fc.uniqueArray(change, { minLength: 1, maxLength: 6, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 2 * MEGABYTE, max: 6 * MEGABYTE }),
        async (batches, capacity) => {
          using folder = temporaryFolder();
          using disk = limitDisk(folder.path, capacity);
          const model = new Map<number, number>();
          let server = await openThings(folder.path);
          const one = async ({ kind, id, size }: (typeof batches)[0][0]) => {
            const text = 'x'.repeat(size);
            const matched = model.has(id) ? 1 : 0;
            if (kind === 'insert') {
              await server.things.insertOne({ _id: id, text });
              model.set(id, size);
            } else if (kind === 'update') {
              const { matchedCount } = await server.things.updateOne({ _id: id }, { $set: { text } });
              expect(matchedCount).toBe(matched);
              if (matched) model.set(id, size);
            } else {
              expect((await server.things.deleteOne({ _id: id })).deletedCount).toBe(matched);
              model.delete(id);
            }
          };
          for (const [at, changes] of batches.entries()) {
            // one batch shares a commit
            await Promise.all(
              changes.map((each) =>
                one(each).catch((error: { code?: number }) => {
                  if (each.kind === 'delete') throw error;
                  expect([11000, 14031]).toContain(error.code ?? error);
                }),
              ),
            );
            const found = await server.things.find().toArray();
            expect(new Map(found.map(({ _id, text }) => [_id, text.length]))).toEqual(model);
            if (at % 15 === 14) {
              await server.close();
              server = await openThings(folder.path);
            }
          }
          await server.close();
          expect(disk.holds()).toBe(true);
        },
      ),
      { numRuns: process.env.FLINT_SHORT === 'yes' ? 8 : 25 },
    );
  });

  it('many documents in one insert - are all stored or all refused', async () => {
    using folder = temporaryFolder();
    using disk = limitDisk(folder.path, 12 * MEGABYTE);
    const server = await openThings(folder.path);
    const insertMany = async (from: number): Promise<number> => {
      const more = numbers(from, from + 50).map((_id) => ({ _id, text: 'x'.repeat(25_000) }));
      const error = await server.things.insertMany(more).catch((refusal: unknown) => refusal);
      const isStored = !(error instanceof Error);
      if (!isStored) expect(error).toMatchObject({ code: 14031 });
      const stored = from + (isStored ? 50 : 0);
      expect(await server.things.countDocuments()).toBe(stored);
      return isStored ? insertMany(stored) : stored;
    };
    expect(await insertMany(0)).toBeGreaterThan(100);
    await server.close();
    expect(disk.holds()).toBe(true);
  });

  it('while a transaction makes an index one of arrays, which the catalogue must know - ends the transaction, and nothing else', async () => {
    using folder = temporaryFolder();
    const things = await openStore(folder.path);
    const { store } = things;
    await store.write(() => {
      const collection = store.catalogue.ensure('test.tagged');
      collection.indexes.push(store.catalogue.newIndex({ key: { tags: 1 }, name: 'tags_1' }));
      store.catalogue.save(collection);
    });
    const transaction = new Transaction(store);
    const save = jest.spyOn(store.catalogue, 'save').mockImplementation(() => {
      throw new FullDisk('No space left on device');
    });
    const raw = Buffer.from(BSON.serialize({ _id: 1, tags: ['a', 'b'] }));
    insertDocument(store, transaction, store.catalogue.ensure('test.tagged'), raw);
    await expect(transaction.commit()).rejects.toThrow('No space left');
    save.mockRestore();
    expect(transaction.state).toBe('aborted');
    await things.insert(1);
    expect(things.ids()).toEqual([1]);
    await things.close();
  });

  it('a rewrite that does not fit - leaves the folder as it is, and refuses no write', async () => {
    using folder = temporaryFolder();
    const things = await openStore(folder.path);
    for (const one of numbers(0, 100)) await things.insert(one, LARGE);
    {
      using disk = limitDisk(folder.path, 3 * MEGABYTE);
      expect(disk.holds()).toBe(false);
      const rewritten = things.store.compact();
      const written = Promise.all(numbers(100, 110).map((one) => things.insert(one, 10)));
      await expect(rewritten).rejects.toThrow('No space left');
      await written;
    }
    expect(things.ids()).toEqual(numbers(0, 110));
    await things.store.compact();
    expect(things.ids()).toEqual(numbers(0, 110));
    await things.close();
  });
});
