import fc from 'fast-check';
import mongoose from 'mongoose';
import { openServer } from '../testing/server';

interface Thing {
  readonly _id: number;
  readonly text?: string;
}

interface Change {
  readonly kind: 'update' | 'insert' | 'delete';
  readonly id: number;
  readonly size: number;
}

let client: mongoose.mongo.MongoClient;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, close } = await openServer());
});
afterAll(() => close());

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('update', 'insert', 'delete'),
  id: fc.integer({ min: -50, max: 450 }),
  size: fc.constantFrom(0, 10, 3000),
});
const worlds = fc.record({
  count: fc.integer({ min: 0, max: 400 }),
  batchSize: fc.integer({ min: 1, max: 60 }),
  /** What happens after each document that the cursor returns. */
  changes: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 60 }),
  isParallel: fc.boolean(),
});
const plans: Record<string, mongoose.mongo.FindOptions> = {
  'the whole collection': {},
  'by _id': { sort: { _id: 1 } },
  'by _id, backwards': { sort: { _id: -1 } },
};

describe.each(Object.entries(plans))('a cursor over %s', (_, options) => {
  it('beside inserts, updates and deletes - returns each document that is there all the while exactly once', async () => {
    const property = fc.asyncProperty(worlds, async ({ count, batchSize, changes, isParallel }) => {
      const things = client.db('cursors').collection<Thing>(`things${new mongoose.mongo.ObjectId()}`);
      const before = Array.from({ length: count }, (__, at) => ({ _id: at }));
      if (count > 0) await things.insertMany(before);
      const deleted = new Set<number>();
      const make = async ({ kind, id: _id, size: length }: Change) => {
        if (kind === 'delete') deleted.add(_id);
        if (kind === 'delete') await things.deleteOne({ _id });
        else if (kind === 'update') await things.updateOne({ _id }, { $set: { text: 'x'.repeat(length) } });
        else await things.replaceOne({ _id }, { text: 'x'.repeat(length) }, { upsert: true });
      };
      const found: number[] = [];
      const pending: Promise<void>[] = [];
      for await (const { _id } of things.find({}, { ...options, batchSize })) {
        found.push(_id);
        for (const each of changes[found.length - 1] ?? []) {
          pending.push(make(each));
          if (!isParallel) await pending.at(-1);
        }
      }
      await Promise.all(pending);
      await things.drop().catch(() => undefined);
      // one that was deleted and inserted again is another document
      const kept = found.filter((id) => !deleted.has(id));
      expect(new Set(kept).size).toBe(kept.length);
      expect(before.filter(({ _id }) => !deleted.has(_id) && !found.includes(_id))).toEqual([]);
    });
    await fc.assert(property, { numRuns: process.env.FLINT_SHORT === 'yes' ? 20 : 60 });
  });
});
