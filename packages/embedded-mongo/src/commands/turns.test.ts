import fc from 'fast-check';
import mongoose from 'mongoose';
import { SortedRuns } from '../read/sort';
import { openServer } from '../testing/server';

interface Thing {
  readonly _id: number;
  readonly n: number;
  readonly seen?: number;
}

const MANY = 10_000;
let client: mongoose.mongo.MongoClient;
let close: () => Promise<void>;
let things: mongoose.mongo.Collection<Thing>;

beforeAll(async () => {
  ({ client, close } = await openServer());
  things = client.db('turns').collection<Thing>('things');
  await things.insertMany(Array.from({ length: MANY }, (_, at) => ({ _id: at, n: at % 1000 })));
});
afterAll(() => close());

/** How many reads by _id are answered while the work runs. */
async function readsDuring(work: Promise<unknown>) {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true)).catch(() => undefined);
  let count = 0;
  while (!state.isDone) {
    await things.findOne({ _id: 5 });
    count += 1;
  }
  return count;
}

const scans: Record<string, () => Promise<unknown>> = {
  find: () => things.find({ n: -1 }).toArray(),
  'find with a sort': () => things.find({}).sort({ n: 1 }).limit(5).toArray(),
  'find with a sort of all': () => things.find({}).sort({ n: -1 }).project({ _id: 1 }).toArray(),
  count: () => things.countDocuments({ n: -1 }),
  distinct: () => things.distinct('n'),
  updateOne: () => things.updateOne({ n: -1 }, { $set: { seen: 1 } }),
  updateMany: () => things.updateMany({ n: -1 }, { $set: { seen: 1 } }),
  deleteMany: () => things.deleteMany({ n: -1 }),
  findOneAndUpdate: () => things.findOneAndUpdate({ n: -1 }, { $set: { seen: 1 } }),
};

describe('a long search', () => {
  it.each(Object.entries(scans))('%s - lets reads of others run meanwhile', async (_, scan) => {
    expect(await readsDuring(scan())).toBeGreaterThan(3);
  });

  it.each([
    ['find', () => things.find({ n: -1 }).maxTimeMS(5).toArray()],
    [
      'a later batch of a find',
      () =>
        things
          .find({ $or: [{ _id: { $lt: 3 } }, { n: -1, seen: -1 }] })
          .batchSize(1)
          .maxTimeMS(5)
          .toArray(),
    ],
    ['count', () => things.countDocuments({ n: -1 }, { maxTimeMS: 5 })],
    ['distinct', () => things.distinct('n', {}, { maxTimeMS: 5 })],
    ['findOneAndUpdate', () => things.findOneAndUpdate({ n: -1 }, { $set: { seen: 1 } }, { maxTimeMS: 5 })],
  ])('%s with maxTimeMS - longer than that - is refused with 50', async (_, scan) => {
    await expect(scan()).rejects.toMatchObject({ code: 50 });
  });

  it('maxTimeMS - of a short command - changes nothing', async () => {
    expect(await things.findOne({ _id: 7 }, { maxTimeMS: 10_000 })).toMatchObject({ n: 7 });
  });

  it('many claims of one document, searched without an index - have one winner', async () => {
    await things.insertOne({ _id: -1, n: 5000 });
    const claims = Array.from({ length: 8 }, (_, seen) =>
      things.findOneAndUpdate({ n: 5000, seen: { $exists: false } }, { $set: { seen } }),
    );
    expect((await Promise.all(claims)).filter((one) => one !== null)).toHaveLength(1);
  });

  it('many upserts of one document, searched without an index - make one', async () => {
    const counts = Array.from({ length: 8 }, () =>
      things.updateOne({ n: 6000 }, { $inc: { seen: 1 } }, { upsert: true }),
    );
    await Promise.all(counts);
    expect(await things.find({ n: 6000 }).toArray()).toMatchObject([{ seen: 8 }]);
  });
});

describe('an update with a sort', () => {
  it('changes the first document of the sort', async () => {
    await things.updateOne({ n: { $lt: 3 } }, { $set: { seen: 9 } }, { sort: { n: -1, _id: -1 } });
    expect(await things.find({ seen: 9 }).toArray()).toMatchObject([{ n: 2, _id: MANY - 998 }]);
  });

  it('of many - is refused with 9', async () => {
    const updates = [{ q: {}, u: { $set: { seen: 1 } }, multi: true, sort: { n: 1 } }];
    await expect(client.db('turns').command({ update: 'things', updates })).rejects.toMatchObject({
      code: 9,
    });
  });
});

it('documents sorted in runs - equal a plain stable sort, with and without a limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 5000, minLength: 0, size: 'max' }),
      fc.integer({ min: 0, max: 30 }),
      (numbers, most) => {
        const items = numbers.map((a, at) => ({ a, at }));
        const runs = new SortedRuns<{ a: number; at: number }>((one) => one, { a: 1 }, most);
        for (const one of items) runs.add(one);
        const wanted = [...items].sort((one, other) => one.a - other.a);
        expect([...runs.merged()].slice(0, most || undefined)).toEqual(most ? wanted.slice(0, most) : wanted);
      },
    ),
    { numRuns: 30 },
  );
});
