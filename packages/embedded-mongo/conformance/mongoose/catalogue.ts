import { check, refusal, type MongooseArea } from './models';

export const catalogue: MongooseArea = {
  area: 'Collections, indexes and server',
  checks: [
    check(
      'a dropped index is missing to diffIndexes',
      async ({ Thing }) => {
        await Thing.collection.dropIndex('tags_1');
        const { toCreate, toDrop } = await Thing.diffIndexes();
        await Thing.createIndexes();
        return [toCreate.length, toDrop];
      },
      [1, []],
    ),
    check(
      'an index that exists under other options is refused',
      ({ Thing }) => refusal(Thing.collection.createIndex({ email: 1 }, { name: 'email_1' })),
      86,
    ),
    check(
      'dropping an unknown index is refused',
      ({ Thing }) => refusal(Thing.collection.dropIndex('nope')),
      27,
    ),
    check(
      'a document that grows above 16 MB is refused',
      async ({ Thing }) => {
        const half = 'x'.repeat(9 * 1024 * 1024);
        await Thing.collection.updateOne({ email: 'u1' }, { $set: { t: half } });
        return refusal(Thing.collection.updateOne({ email: 'u1' }, { $set: { u: half } }));
      },
      10334,
    ),
  ],
};
