import { Binary, Decimal128, Long, MinKey, ObjectId, Timestamp } from 'bson';
import { check, ids, refused, type Area } from './check';

const everyType = [
  { _id: 'date', a: new Date(0) },
  { _id: 'true', a: true },
  { _id: 'oid', a: new ObjectId() },
  { _id: 'str', a: 'x' },
  { _id: 'obj', a: {} },
  { _id: 'num', a: 1 },
  { _id: 'null', a: null },
  { _id: 'bin', a: new Binary(Buffer.from('x')) },
  { _id: 're', a: /x/ },
  { _id: 'ts', a: new Timestamp({ t: 1, i: 1 }) },
  { _id: 'min', a: new MinKey() },
  { _id: 'miss' },
  { _id: 'empty', a: [] },
];
const ascending = [
  'min',
  'empty',
  'miss',
  'null',
  'num',
  'str',
  'obj',
  'bin',
  'oid',
  'true',
  'date',
  'ts',
  're',
];
const numbers = Array.from({ length: 50 }, (_, a) => ({ _id: a, a }));

export const sorting: Area = {
  area: 'Sorting',
  checks: [
    check('across all types', everyType, ids({ a: 1, _id: 1 }), ascending),
    check(
      'arrays by their smallest when ascending',
      [
        { _id: 'n', a: 1.5 },
        { _id: 'arr', a: [2, 1] },
      ],
      ids({ a: 1 }),
      ['arr', 'n'],
    ),
    check(
      'arrays by their largest when descending',
      [
        { _id: 'n', a: 1.5 },
        { _id: 'arr', a: [2, 1] },
      ],
      ids({ a: -1 }),
      ['arr', 'n'],
    ),
    check(
      'decimals exactly among doubles and longs',
      [
        { _id: 5, a: Decimal128.fromString('1E400') },
        { _id: 3, a: Long.fromString('9007199254740993') },
        { _id: 4, a: Decimal128.fromString('9007199254740993.5') },
        { _id: 1, a: Decimal128.fromString('-0.5') },
        { _id: 2, a: Decimal128.fromString('9007199254740992.9999') },
        { _id: 0, a: Decimal128.fromString('-1E400') },
        { _id: 6, a: Infinity },
      ],
      ids({ a: 1 }),
      [0, 1, 2, 3, 4, 5, 6],
    ),
    check(
      'two fields of one array by the element that comes first',
      [
        {
          _id: 1,
          a: [
            { b: 1, c: 9 },
            { b: 5, c: 0 },
          ],
        },
        { _id: 2, a: [{ b: 1, c: 5 }] },
      ],
      ids({ 'a.b': 1, 'a.c': 1 }),
      [2, 1],
    ),
    check('two arrays of a document are refused', [{ q: [1], w: [1] }], ids({ q: 1, w: 1 }), refused(2)),
    check(
      'by a second field',
      [
        { _id: 1, a: 1, z: 2 },
        { _id: 2, a: 1, z: 1 },
        { _id: 3, a: 0, z: 9 },
      ],
      ids({ a: -1, z: 1 }),
      [2, 1, 3],
    ),
    check(
      'by code point, not UTF-16',
      [
        { _id: 1, a: '\u{1F600}' },
        { _id: 2, a: '\uffee' },
      ],
      ids({ a: 1 }),
      [2, 1],
    ),
    check(
      'capitals first',
      [
        { _id: 1, a: 'a' },
        { _id: 2, a: 'B' },
      ],
      ids({ a: 1 }),
      [2, 1],
    ),
    check(
      'no sort gives the order of insertion',
      [{ _id: 'z' }, { _id: 'a' }, { _id: 'm' }],
      async (docs) => (await docs.find().toArray()).map(({ _id }) => _id),
      ['z', 'a', 'm'],
    ),
    check('a range ascending', numbers, ids({ a: 1 }, { a: { $gt: 10, $lte: 13 } }), [11, 12, 13]),
    check('a range descending', numbers, ids({ a: -1 }, { a: { $gte: 47 } }), [49, 48, 47]),
    check('below a bound, descending', numbers, ids({ a: -1 }, { a: { $lt: 2 } }), [1, 0]),
    check(
      'texts above 3 kB by their end',
      [
        { _id: 1, a: `${'x'.repeat(3000)}b` },
        { _id: 2, a: `${'x'.repeat(3000)}a` },
        { _id: 3, a: 'y' },
      ],
      ids({ a: -1 }),
      [3, 1, 2],
    ),
    check(
      'a bound on texts above 3 kB',
      [
        { _id: 1, a: `${'x'.repeat(3000)}a` },
        { _id: 2, a: `${'x'.repeat(3000)}b` },
      ],
      ids({ a: 1 }, { a: { $gt: `${'x'.repeat(3000)}a` } }),
      [2],
    ),
    check(
      'skip and limit after the sort',
      numbers,
      async (docs) => (await docs.find().sort({ a: -1 }).skip(2).limit(2).toArray()).map(({ _id }) => _id),
      [47, 46],
    ),
  ],
};
