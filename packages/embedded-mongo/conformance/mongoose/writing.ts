import { check, refusal, type MongooseArea } from './models';

export const writing: MongooseArea = {
  area: 'Writing',
  checks: [
    check(
      'an ordered insertMany stops at the duplicate',
      async ({ Thing }) => [
        await refusal(Thing.insertMany([{ email: 'm1' }, { email: 'a@x' }, { email: 'm2' }])),
        await Thing.countDocuments({ email: /^m/ }),
      ],
      [11000, 1],
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
