import { check, refusal, type MongooseArea } from './models';

export const catalogue: MongooseArea = {
  area: 'Collections, indexes and server',
  checks: [
    check(
      'createCollection of one that exists',
      ({ Thing }) => Thing.createCollection().then(() => 'ok'),
      'ok',
    ),
    check('syncIndexes has nothing to drop', ({ Thing }) => Thing.syncIndexes(), []),
    check('listIndexes', async ({ Thing }) => (await Thing.listIndexes()).map(({ name }) => name), [
      '_id_',
      'email_1',
      'name_1_n_-1',
      'opt_1',
      'loc.zip_1',
      'tags_1',
    ]),
    check(
      'a dropped index is missing to diffIndexes',
      async ({ Thing }) => {
        await Thing.collection.dropIndex('tags_1');
        const { toCreate } = await Thing.diffIndexes();
        await Thing.createIndexes();
        return toCreate.length;
      },
      1,
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
      'drop and create again',
      async ({ connection }) => {
        await connection.createCollection('gone');
        await connection.dropCollection('gone');
        return (await connection.listCollections()).some(({ name }) => name === 'gone');
      },
      false,
    ),
    check(
      'a document that grows above 16 MB is refused',
      async ({ Other }) => {
        const half = 'x'.repeat(9 * 1024 * 1024);
        await Other.collection.insertOne({ t: half });
        return refusal(Other.collection.updateOne({ t: { $ne: 'o1' } }, { $set: { u: half } }));
      },
      10334,
    ),
  ],
};
