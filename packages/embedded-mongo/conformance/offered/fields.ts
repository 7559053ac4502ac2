import type { mongo } from 'mongoose';
import { batchOf, type Place, type Tries } from './try';

type Ask = (place: Place) => Promise<mongo.Document>;
const ask =
  (name: string, more: object): Ask =>
  ({ db, things }) =>
    db.command({ [name]: things.collectionName, ...more });

const found = (more: object, ids: readonly number[]): Tries[string] => [
  async (place) => batchOf(await ask('find', more)(place)),
  ids,
];
const gives = (name: string, more: object, field: string, value: unknown): Tries[string] => [
  async (place) => (await ask(name, more)(place))[field],
  value,
];
const statement = (list: string, one: object, more: object = {}) => ({ [list]: [one], ...more });
const updated = (one: object, nModified: number) =>
  gives(
    'update',
    statement('updates', { q: { _id: 1 }, u: { $inc: { a: 1 } }, ...one }),
    'nModified',
    nModified,
  );
const deleted = (one: object, n: number) =>
  gives('delete', statement('deletes', { q: {}, limit: 0, ...one }), 'n', n);
const modified = (more: object, value: unknown): Tries[string] => [
  async (place) => {
    const { value: document } = await ask('findAndModify', { query: { _id: 1 }, ...more })(place);
    return (document as { a?: number; _id: number } | null)?.a ?? null;
  },
  value,
];
/** Renames the collection to the name of another one. */
const renamed = (more: object, value: unknown): Tries[string] => [
  async ({ client, db, things }) => {
    await db.createCollection('others');
    const names = { renameCollection: things.namespace, to: `${db.databaseName}.others` };
    return client
      .db('admin')
      .command({ ...names, ...more })
      .then(
        () => 'renamed',
        (error: { code: unknown }) => error.code,
      );
  },
  value,
];
const up = { $inc: { a: 10 } };
const counted = [{ $match: { a: { $gt: 1 } } }, { $group: { _id: 1, n: { $sum: 1 } } }];
const counts = (more: object): Tries[string] => [
  async (place) => {
    const { cursor } = await ask('aggregate', { pipeline: counted, cursor: {}, ...more })(place);
    return (cursor as { firstBatch: unknown }).firstBatch;
  },
  [{ _id: 1, n: 2 }],
];

/** The code of a hint that names no index, after one by name and one by keys that do. */
const hinted = (name: string, withHint: (hint: unknown) => object): Tries[string] => [
  async (place) => {
    for (const hint of ['_id_', { _id: 1 }]) await ask(name, withHint(hint))(place);
    return ask(
      name,
      withHint('none'),
    )(place).then(
      ({ writeErrors }) => (writeErrors as [{ code: unknown }])[0].code,
      (error: { code: unknown }) => error.code,
    );
  },
  2,
];

export const fields: Readonly<Record<string, Tries>> = {
  find: {
    filter: found({ filter: { a: 2 } }, [2]),
    projection: [
      async (place) =>
        (await ask('find', { projection: { a: 1 }, limit: 1 })(place)).cursor.firstBatch as unknown,
      [{ _id: 1, a: 1 }],
    ],
    sort: found({ sort: { a: -1 } }, [3, 2, 1]),
    skip: found({ skip: 2 }, [3]),
    limit: found({ limit: 2 }, [1, 2]),
    batchSize: found({ batchSize: 1 }, [1]),
    singleBatch: [
      async (place) => {
        const { cursor } = await ask('find', { batchSize: 1, singleBatch: true })(place);
        return Number((cursor as { id: unknown }).id);
      },
      0,
    ],
    allowDiskUse: found({ allowDiskUse: true }, [1, 2, 3]),
    noCursorTimeout: found({ noCursorTimeout: true }, [1, 2, 3]),
    hint: hinted('find', (hint) => ({ filter: { a: 2 }, hint })),
  },
  insert: {
    documents: gives('insert', { documents: [{ _id: 9 }] }, 'n', 1),
    ordered: gives('insert', { documents: [{ _id: 1 }, { _id: 9 }], ordered: false }, 'n', 1),
  },
  update: {
    updates: updated({}, 1),
    ordered: gives(
      'update',
      {
        updates: [
          { q: {}, u: { $foo: 1 } },
          { q: { _id: 1 }, u: up },
        ],
        ordered: false,
      },
      'nModified',
      1,
    ),
  },
  'update.updates': {
    q: updated({ q: { a: { $gt: 5 } } }, 0),
    u: updated({ u: { a: 9 } }, 1),
    multi: updated({ q: {}, multi: true }, 3),
    upsert: [
      async (place) =>
        (await ask('update', statement('updates', { q: { _id: 9 }, u: up, upsert: true }))(place))
          .upserted as unknown,
      [{ index: 0, _id: 9 }],
    ],
    sort: updated({ q: { a: { $gt: 1 } }, sort: { a: -1 } }, 1),
    arrayFilters: updated({ u: { $inc: { 'l.$[one]': 1 } }, arrayFilters: [{ one: 2 }] }, 1),
    hint: hinted('update', (hint) => statement('updates', { q: { a: 1 }, u: up, hint })),
  },
  delete: {
    deletes: deleted({}, 3),
    ordered: gives(
      'delete',
      {
        deletes: [
          { q: { $foo: 1 }, limit: 0 },
          { q: {}, limit: 0 },
        ],
        ordered: false,
      },
      'n',
      3,
    ),
  },
  'delete.deletes': {
    q: deleted({ q: { a: 1 } }, 1),
    limit: deleted({ limit: 1 }, 1),
    hint: hinted('delete', (hint) => statement('deletes', { q: { a: 1 }, limit: 0, hint })),
  },
  findAndModify: {
    query: modified({ query: { _id: 2 }, update: up }, 2),
    sort: modified({ query: {}, sort: { a: -1 }, update: up }, 3),
    remove: modified({ remove: true }, 1),
    update: modified({ update: up }, 1),
    new: modified({ update: up, new: true }, 11),
    fields: modified({ update: up, fields: { t: 1 } }, null),
    upsert: modified({ query: { _id: 9 }, update: up, upsert: true, new: true }, 10),
    arrayFilters: modified(
      { update: { $inc: { 'l.$[one]': 1, a: 1 } }, arrayFilters: [{ one: 2 }], new: true },
      2,
    ),
    hint: hinted('findAndModify', (hint) => ({ query: { a: 1 }, update: up, hint })),
  },
  aggregate: {
    pipeline: counts({}),
    cursor: counts({}),
    allowDiskUse: counts({ allowDiskUse: true }),
    hint: hinted('aggregate', (hint) => ({ pipeline: counted, cursor: {}, hint })),
  },
  count: {
    query: gives('count', { query: { a: 1 } }, 'n', 1),
    limit: gives('count', { limit: 2 }, 'n', 2),
    skip: gives('count', { skip: 2 }, 'n', 1),
    fields: gives('count', { fields: { a: 1 } }, 'n', 3),
    hint: hinted('count', (hint) => ({ query: { a: 1 }, hint })),
  },
  distinct: {
    key: gives('distinct', { key: 'l' }, 'values', [1, 2, 3, 4]),
    query: gives('distinct', { key: 'a', query: { a: 2 } }, 'values', [2]),
    hint: hinted('distinct', (hint) => ({ key: 'a', query: { a: 2 }, hint })),
  },
  createIndexes: {
    indexes: gives('createIndexes', { indexes: [{ key: { a: 1 }, name: 'a' }] }, 'numIndexesAfter', 2),
    commitQuorum: gives(
      'createIndexes',
      { indexes: [{ key: { a: 1 }, name: 'a' }], commitQuorum: 'majority' },
      'numIndexesAfter',
      2,
    ),
  },
  renameCollection: { to: renamed({}, 48), dropTarget: renamed({ dropTarget: true }, 'renamed') },
  dropIndexes: { index: gives('dropIndexes', { index: '*' }, 'nIndexesWas', 1) },
};
