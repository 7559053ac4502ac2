import { startServer } from '../src/server';
import mongoose from 'mongoose';
import { areas } from './all';
import { outcome, text, type Docs } from './check';
import { mongooseAreas, openModels, type Models } from './mongoose/all';

const ways = ['without indexes', 'with indexes'] as const;
let stop: () => Promise<void>;
let client: mongoose.mongo.MongoClient;
let models: Models;
const name = `conformance_${process.pid}`;

beforeAll(async () => {
  const given = process.env.MONGODB_URI;
  const server = given ? undefined : await startServer({});
  const uri = given ?? `${server?.origin}?directConnection=true`;
  client = await new mongoose.mongo.MongoClient(uri).connect();
  models = await openModels(uri, `${name}_mongoose`);
  stop = async () => {
    await models.connection.dropDatabase();
    await models.connection.close();
    await client.db(name).dropDatabase();
    await client.close();
    await server?.close();
  };
});
afterAll(() => stop());

describe.each(ways)('MongoDB semantics %s', (way) => {
  describe.each(areas.map((one) => [one.area, one] as const))('%s', (_, { area, checks, always = [] }) => {
    let docs: Docs;
    beforeAll(async () => {
      docs = client.db(name).collection(`${area}_${way}`.replace(/\W+/g, '_'));
      if (way === 'with indexes') {
        await docs.createIndexes([{ key: { a: 1 } }, { key: { 'a.b': 1 } }, { key: { a: -1, z: 1 } }]);
      }
      for (const { key, options } of always) await docs.createIndex(key, options ?? {});
    });
    it.each(checks.map((one) => [one.what, one] as const))('%s', async (__, one) => {
      expect(await outcome(one, docs)).toBe(text(one.expected));
    });
  });
});

describe('through mongoose', () => {
  describe.each(mongooseAreas.map((one) => [one.area, one] as const))('%s', (_, { checks }) => {
    it.each(checks.map((one) => [one.what, one] as const))('%s', async (__, one) => {
      await models.fresh();
      expect(text(await one.run(models))).toBe(text(one.expected));
    });
  });
});
