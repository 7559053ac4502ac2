import { Decimal128, Long, MaxKey, MinKey, ObjectId } from 'bson';
import { check, count, refused, updated, type Area, type Docs } from './check';

const decimal = (text: string) => Decimal128.fromString(text);
const sortedBy = (path: string) => (docs: Docs) =>
  docs
    .find({})
    .sort({ [path]: 1 })
    .toArray();
const projected = (path: string) => (docs: Docs) => docs.find({}, { projection: { [path]: 1 } }).toArray();
const filtered = (...arrayFilters: object[]) =>
  updated({ $set: { 'a.$[x]': 1 } }, {}, { arrayFilters: arrayFilters as never });
const upserted = (filter: Record<string, unknown>) => updated({ $set: { z: 1 } }, filter, { upsert: true });

export const edges: Area = {
  area: 'Values at the edges',
  always: [{ key: { u: 1 }, options: { unique: true, sparse: true } }],
  checks: [
    check('$pull of a value leaves arrays with it', [{ a: [[1], 1, 2] }], updated({ $pull: { a: 1 } }), {
      a: [[1], 2],
    }),
    check(
      '$pull of an array removes that array',
      [{ a: [[1, 2], 1, [2, 1]] }],
      updated({ $pull: { a: [1, 2] } }),
      {
        a: [1, [2, 1]],
      },
    ),
    check(
      '$pull of null removes null only',
      [{ a: [null, [null], 0, {}] }],
      updated({ $pull: { a: null } }),
      {
        a: [[null], 0, {}],
      },
    ),
    check('$pull of a condition', [{ a: [1, 5, 'x'] }], updated({ $pull: { a: { $gt: 2 } } }), {
      a: [1, 'x'],
    }),
    check('$pull of a pattern', [{ a: ['ab', 'b', 1] }], updated({ $pull: { a: /^a/ } }), { a: ['b', 1] }),
    check(
      'a decimal equals a long above 2^53',
      [{ a: Long.fromString('9007199254740993') }, { a: Long.MAX_VALUE }],
      count({ a: { $in: [decimal('9007199254740993'), decimal('9223372036854775807.0')] } }),
      2,
    ),
    check(
      'a decimal and a long above 2^53 are one value of a unique index',
      [{ u: Long.fromString('-9007199254740993') }],
      async (docs) => docs.insertOne({ u: decimal('-9007199254740993.00') }),
      refused(11000),
    ),
    check(
      'a decimal between two longs above 2^53 is between them',
      [
        { _id: 1, a: Long.MAX_VALUE },
        { _id: 2, a: decimal('9223372036854775806.5') },
        { _id: 3, a: Long.MAX_VALUE.sub(1) },
      ],
      async (docs) => (await docs.find({}).sort({ a: 1 }).toArray()).map(({ _id }) => _id),
      [3, 2, 1],
    ),
    check(
      'an upsert of an _id that is an array is refused',
      [],
      upserted({ _id: { $eq: [1] } }),
      refused(53),
    ),
    check('an upsert of an $or of one branch keeps its field', [], upserted({ $or: [{ a: 5 }] }), {
      a: 5,
      z: 1,
    }),
    check(
      '$gt MinKey finds every document',
      [{}, { a: null }, { a: NaN }, { a: [] }],
      count({ a: { $gt: new MinKey() } }),
      4,
    ),
    check(
      '$lt MaxKey finds every document',
      [{}, { a: null }, { a: 'x' }],
      count({ a: { $lt: new MaxKey() } }),
      3,
    ),
    check('$lt MinKey finds none', [{}, { a: 1 }], count({ a: { $lt: new MinKey() } }), 0),
    check(
      '$elemMatch by position finds arrays in the array',
      [{ a: [[1, 2], 3] }],
      count({ a: { $elemMatch: { 1: 2 } } }),
      1,
    ),
    check(
      '$elemMatch by name does not look into arrays in the array',
      [{ a: [[{ b: 1 }]] }],
      count({ a: { $elemMatch: { b: 1 } } }),
      0,
    ),
    check(
      '$elemMatch finds a DBRef',
      [{ a: [{ $ref: 'x', $id: new ObjectId('0123456789abcdef01234567') }] }],
      count({ a: { $elemMatch: { $ref: 'x', $id: new ObjectId('0123456789abcdef01234567') } } }),
      1,
    ),
  ],
};

export const badInput: Area = {
  area: 'Input that MongoDB refuses',
  checks: [
    check('two array filters of one name', [{ a: [1] }], filtered({ x: 1 }, { x: 2 }), refused(9)),
    check('an array filter of two names', [{ a: [1] }], filtered({ 'x.a': 1, 'y.b': 1 }), refused(9)),
    check(
      'an array filter with an uppercase name',
      [{ a: [1] }],
      updated({ $set: { 'a.$[X]': 1 } }, {}, { arrayFilters: [{ X: 1 }] }),
      refused(2),
    ),
    check(
      '$addToSet with more than $each',
      [{ a: [1] }],
      updated({ $addToSet: { a: { $each: [1], $slice: 1 } } }),
      refused(2),
    ),
    check('$pop by 2 of a missing field', [{}], updated({ $pop: { a: 2 } }), refused(9)),
    check('$type of no type', [{}], count({ a: { $type: [] } }), refused(9)),
    ...[
      ['', 40352],
      ['a..b', 15998],
      ['$a', 16410],
    ].flatMap(([path, code]) => [
      check(`a sort by '${path}'`, [{}], sortedBy(String(path)), refused(Number(code))),
      check(`a projection of '${path}'`, [{}], projected(String(path)), refused(Number(code))),
    ]),
    check('an index on $a', [{}], async (docs) => docs.createIndex({ $a: 1 }), refused(67)),
    check(
      'an unknown read concern',
      [{}],
      async (docs) => docs.find({}, { readConcern: { level: 'wrong' as never } }).toArray(),
      refused(2),
    ),
    check(
      'an update that makes 300 levels',
      [{ a: 1 }],
      updated({
        $set: {
          [Array.from({ length: 300 }, () => 'a')
            .join('.')
            .replace(/^a/, 'b')]: 1,
        },
      }),
      refused(15),
    ),
  ],
};
