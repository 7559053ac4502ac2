import { Double, Long } from 'bson';
import { check, refused, type Area, type Docs } from './check';

const again = (doc: Record<string, unknown>) => (docs: Docs) => docs.insertOne({ ...doc });
const answerTo = (doc: Record<string, unknown>) => (docs: Docs) =>
  docs.insertOne({ ...doc }).then(
    () => 'stored',
    ({ code, keyPattern, keyValue }: Record<string, unknown>) => ({ code, keyPattern, keyValue }),
  );

export const uniqueness: Area = {
  area: 'Unique indexes',
  always: [
    { key: { k: 1, l: 1 }, options: { unique: true, partialFilterExpression: { k: { $exists: true } } } },
    { key: { s: 1 }, options: { unique: true, sparse: true } },
  ],
  checks: [
    check('a compound key says pattern and value', [{ k: 1, l: 'x' }], answerTo({ k: 1, l: 'x' }), {
      code: 11000,
      keyPattern: { k: 1, l: 1 },
      keyValue: { k: 1, l: 'x' },
    }),
    check('null counts as a value', [{ k: 1 }], again({ k: 1 }), refused(11000)),
    check(
      'int, double and long are the same key',
      [{ k: 1, l: 1 }],
      again({ k: new Double(1), l: Long.fromNumber(1) }),
      refused(11000),
    ),
    check('an element of an array is a key', [{ k: [1, 2], l: 1 }], again({ k: 2, l: 1 }), refused(11000)),
    check(
      'one document may repeat an element',
      [],
      async (docs) => {
        await docs.insertOne({ k: [1, 1], l: 1 });
        return docs.countDocuments();
      },
      1,
    ),
    check('two arrays in one key are refused', [], again({ k: [1], l: [1] }), refused(171)),
    check('the _id is unique', [{ _id: 1 }], answerTo({ _id: 1 }), {
      code: 11000,
      keyPattern: { _id: 1 },
      keyValue: { _id: 1 },
    }),
    check(
      'a text of 4 kB is unique by all of it',
      [{ k: 'x'.repeat(4000), l: 1 }],
      async (docs) => {
        await docs.insertOne({ k: `${'x'.repeat(4000)}y`, l: 1 });
        return again({ k: 'x'.repeat(4000), l: 1 })(docs);
      },
      refused(11000),
    ),
    check('outside the partial filter nothing is unique', [{ l: 1 }], answerTo({ l: 1 }), 'stored'),
    check('a sparse index lets many lack the field', [{ z: 1 }, { z: 2 }], answerTo({ z: 3 }), 'stored'),
    check('a sparse index is unique where the field is', [{ s: 'x' }], again({ s: 'x' }), refused(11000)),
    check(
      'a change onto a taken key is refused',
      [
        { _id: 1, s: 'x' },
        { _id: 2, s: 'y' },
      ],
      (docs) => docs.updateOne({ _id: 2 }, { $set: { s: 'x' } }),
      refused(11000),
    ),
    check(
      'findOneAndUpdate says it too',
      [
        { _id: 1, s: 'x' },
        { _id: 2, s: 'y' },
      ],
      (docs) =>
        docs
          .findOneAndUpdate({ _id: 2 }, { $set: { s: 'x' } })
          .catch(({ code, keyValue }: Record<string, unknown>) => ({ code, keyValue })),
      { code: 11000, keyValue: { s: 'x' } },
    ),
    check(
      'a deleted key is free again',
      [{ _id: 1, s: 'x' }],
      async (docs) => {
        await docs.deleteOne({ _id: 1 });
        return answerTo({ s: 'x' })(docs);
      },
      'stored',
    ),
  ],
};
