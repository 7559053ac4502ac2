import type { Tries } from './try';

const made = (spec: object, wanted: unknown): Tries[string] => [
  async ({ db, things }) => {
    const name = 'tried';
    await db.command({ createIndexes: things.collectionName, indexes: [{ key: { a: 1 }, name, ...spec }] });
    const { v: _, name: __, ...listed } = (await things.listIndexes().toArray())[1] ?? {};
    return listed;
  },
  wanted,
];
const key = { a: 1 };
const refusedTwice =
  (spec: object, doc: object): Tries[string][0] =>
  async ({ things }) => {
    await things.createIndex(key, spec);
    await things.insertOne({ _id: 8, ...doc });
    return things.insertOne({ _id: 9, ...doc }).then(
      () => 'stored',
      ({ code }: { code: unknown }) => code,
    );
  };
const partialFilterExpression = { a: { $gt: 5 } };

/** What each option does, or that it is listed as given. */
export const indexes: Tries = {
  v: made({ v: 2 }, { key }),
  key: made({ key: { 's.n': -1, a: 1 } }, { key: { 's.n': -1, a: 1 } }),
  name: [
    async ({ things }) => [await things.createIndex(key, { name: 'mine' }), await things.indexExists('mine')],
    ['mine', true],
  ],
  unique: [refusedTwice({ unique: true }, { a: 7 }), 11_000],
  sparse: [refusedTwice({ unique: true, sparse: true }, {}), 'stored'],
  expireAfterSeconds: made({ expireAfterSeconds: 60 }, { key, expireAfterSeconds: 60 }),
  partialFilterExpression: [refusedTwice({ unique: true, partialFilterExpression }, { a: 1 }), 'stored'],
  background: made({ background: true }, { key }),
  ns: made({ ns: 'offered.things' }, { key }),
};
