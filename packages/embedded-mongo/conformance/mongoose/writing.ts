import { Types } from 'mongoose';
import { check, refusal, type MongooseArea } from './models';

export const writing: MongooseArea = {
  area: 'Writing',
  checks: [
    check('create', async ({ Thing }) => (await Thing.create({ email: 'New@x' })).email, 'new@x'),
    check(
      'an ordered insertMany stops at the duplicate',
      async ({ Thing }) => [
        await refusal(Thing.insertMany([{ email: 'm1' }, { email: 'a@x' }, { email: 'm2' }])),
        await Thing.countDocuments({ email: /^m/ }),
      ],
      [11000, 1],
    ),
    check(
      'an unordered insertMany goes on',
      async ({ Thing }) => [
        await refusal(
          Thing.insertMany([{ email: 'a@x' }, { email: 'm2' }, { email: 'm3' }], { ordered: false }),
        ),
        await Thing.countDocuments({ email: /^m/ }),
      ],
      [11000, 2],
    ),
    check(
      'a partial unique field is unique',
      async ({ Thing }) => {
        await Thing.updateOne({ email: 'u1' }, { 'loc.zip': '1' });
        return refusal(Thing.updateOne({ email: 'u2' }, { 'loc.zip': '1' }).exec());
      },
      11000,
    ),
    check(
      'findOneAndUpdate gives the new document',
      async ({ Thing }) =>
        (await Thing.findOneAndUpdate({ email: 'u1' }, { $inc: { n: 10 } }, { returnDocument: 'after' }))?.n,
      11,
    ),
    check(
      'findOneAndUpdate on a condition that fails',
      ({ Thing }) => Thing.findOneAndUpdate({ email: 'u1', n: 7 }, { $inc: { n: 10 } }),
      null,
    ),
    check(
      'an upsert sets on insert once',
      async ({ Thing }) => {
        const set = (n: number, name: string) =>
          Thing.findOneAndUpdate(
            { email: 'ups' },
            { $set: { n }, $setOnInsert: { name } },
            { upsert: true, returnDocument: 'after' },
          );
        const [first, second] = [await set(3, 'fresh'), await set(4, 'stale')];
        return [first?.name, second?.name, second?.n];
      },
      ['fresh', 'fresh', 4],
    ),
    check(
      'includeResultMetadata',
      async ({ Thing }) => {
        const { lastErrorObject, value, ok } = await Thing.findOneAndUpdate(
          { email: 'u3' },
          { n: 9 },
          { includeResultMetadata: true },
        );
        return [lastErrorObject?.updatedExisting, value?.n, ok];
      },
      [true, 3, 1],
    ),
    check(
      'findOneAndUpdate by a sort, projected',
      ({ Thing }) =>
        Thing.findOneAndUpdate(
          { email: /^u1/ },
          { $set: { opt: 'top' } },
          { sort: { n: -1 }, projection: { n: 1, opt: 1 }, returnDocument: 'after' },
        )
          .lean()
          .then((doc) => [doc?.n, doc?.opt]),
      [19, 'top'],
    ),
    check(
      'arrayFilters',
      async ({ Thing }) =>
        (
          await Thing.findOneAndUpdate(
            { email: 'a@x' },
            { $set: { 'items.$[i].done': true } },
            { arrayFilters: [{ 'i.qty': { $gte: 5 } }], returnDocument: 'after' },
          )
        )?.items.map(({ done }) => Boolean(done)),
      [false, true],
    ),
    check(
      'the positional operator',
      async ({ Thing }) => {
        await Thing.updateOne({ email: 'a@x', 'items.sku': 's1' }, { $inc: { 'items.$.qty': 4 } });
        return (await Thing.findOne({ email: 'a@x' }))?.items.map(({ qty }) => qty);
      },
      [5, 5],
    ),
    check(
      'arrays changed and saved',
      async ({ Thing }) => {
        const doc = await Thing.findOne({ email: 'a@x' }).orFail();
        doc.tags.push('w');
        (doc.tags as unknown as Types.Array<string>).pull('x');
        await doc.save();
        return (await Thing.findOne({ email: 'a@x' }))?.tags;
      },
      ['y', 'w'],
    ),
    check(
      'a stale array is refused by its version',
      async ({ Thing }) => {
        const [one, two] = [
          await Thing.findOne({ email: 'a@x' }).orFail(),
          await Thing.findOne({ email: 'a@x' }).orFail(),
        ];
        one.items.pull(one.items[1]?._id);
        await one.save();
        two.items[1]!.qty = 1;
        return refusal(two.save());
      },
      'VersionError',
    ),
    check(
      'updateMany',
      async ({ Thing }) => {
        const { matchedCount, modifiedCount } = await Thing.updateMany(
          { name: 'n5' },
          { $set: { mixed: { k: 1 } } },
        );
        return [matchedCount, modifiedCount];
      },
      [3, 3],
    ),
    check(
      'an update that changes nothing',
      async ({ Thing }) => {
        const { matchedCount, modifiedCount } = await Thing.collection.updateOne(
          { email: 'u9' },
          { $set: { n: 9 } },
        );
        return [matchedCount, modifiedCount];
      },
      [1, 0],
    ),
    check(
      'replaceOne',
      async ({ Thing }) => {
        await Thing.replaceOne({ email: 'u10' }, { email: 'u10', name: 'rep' });
        const doc = await Thing.findOne({ email: 'u10' }).lean();
        return [doc?.name, doc?.n ?? 'gone'];
      },
      ['rep', 'gone'],
    ),
    check(
      'bulkWrite',
      async ({ Thing }) => {
        const writes = [
          { insertOne: { document: { email: 'bw1' } } },
          { updateOne: { filter: { email: 'bw1' }, update: { $set: { n: 5 } } } },
          { updateOne: { filter: { email: 'bw2' }, update: { $set: { n: 6 } }, upsert: true } },
          { replaceOne: { filter: { email: 'u8' }, replacement: { email: 'u8', name: 'z' } } },
          { updateMany: { filter: { name: 'n6' }, update: { $inc: { n: 1 } } } },
          { deleteOne: { filter: { email: 'u9' } } },
          { deleteMany: { filter: { email: /^u1/ } } },
        ];
        const { insertedCount, modifiedCount, upsertedCount, deletedCount } = await Thing.bulkWrite(
          writes as never,
        );
        return [insertedCount, modifiedCount, upsertedCount, deletedCount];
      },
      [1, 4, 1, 12],
    ),
    check(
      'bulkSave',
      async ({ Thing }) => {
        const docs = await Thing.find({ email: /^u[0-4]$/ });
        for (const doc of docs) doc.n = 1000;
        await Thing.bulkSave(docs);
        return Thing.countDocuments({ n: 1000 });
      },
      5,
    ),
    check(
      'deleteOne, findOneAndDelete, deleteMany',
      async ({ Thing }) => [
        (await Thing.deleteOne({ email: 'u3' })).deletedCount,
        (await Thing.findOneAndDelete({ email: 'u4' }))?.email,
        (await Thing.deleteMany({ n: { $gte: 10 } })).deletedCount,
      ],
      [1, 'u4', 10],
    ),
    check(
      'an unacknowledged write arrives',
      async ({ Thing }) => {
        await Thing.collection.insertOne({ email: 'w0' } as never, { writeConcern: { w: 0 } });
        while ((await Thing.countDocuments({ email: 'w0' })) === 0) await new Promise(setImmediate);
        return 'there';
      },
      'there',
    ),
  ],
};
