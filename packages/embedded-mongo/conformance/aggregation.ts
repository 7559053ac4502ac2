import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { check, piped, refused, valueOf, type Area, type Docs } from './check';

const id = new ObjectId();
const groups = (by: unknown) => async (docs: Docs) =>
  (await docs.aggregate([{ $group: { _id: by } }]).toArray()).length;
const total = (accumulator: unknown) => async (docs: Docs) => {
  const [row] = await docs
    .aggregate([{ $group: { _id: null, v: accumulator } }], { promoteValues: false })
    .toArray();
  return String(row?.v);
};

export const grouping: Area = {
  area: 'Grouping and accumulators',
  checks: [
    check(
      'long, int and double are one group',
      [{ a: new Int32(1) }, { a: Long.fromNumber(1) }, { a: new Double(1) }],
      groups('$a'),
      1,
    ),
    check('missing groups as null', [{ b: 1 }], piped({ $group: { _id: '$a', n: { $sum: 1 } } }), {
      _id: null,
      n: 1,
    }),
    check('arrays group whole', [{ a: [1, 2] }, { a: [2, 1] }], groups('$a'), 2),
    check(
      '$sum of decimals stays exact',
      [{ a: Decimal128.fromString('1') }, { a: Decimal128.fromString('2') }],
      total({ $sum: '$a' }),
      '3',
    ),
    check(
      '$sum of a big long stays exact',
      [{ a: Long.fromString('9007199254740993') }, { a: 1 }],
      total({ $sum: '$a' }),
      '9007199254740994',
    ),
    check(
      '$avg leaves null out',
      [{ a: null }, { a: 4 }],
      piped({ $group: { _id: null, v: { $avg: '$a' } } }),
      { _id: null, v: 4 },
    ),
    check('$max across types', [{ a: 5 }, { a: 'x' }], piped({ $group: { _id: null, v: { $max: '$a' } } }), {
      _id: null,
      v: 'x',
    }),
    check(
      '$first and $last after a sort',
      [{ a: 2 }, { a: 1 }],
      piped({ $sort: { a: 1 } }, { $group: { _id: null, v: { $first: '$a' }, w: { $last: '$a' } } }),
      { _id: null, v: 1, w: 2 },
    ),
    check(
      'a group without _id is refused',
      [{ a: 1 }],
      piped({ $group: { n: { $sum: 1 } } }),
      refused(15955),
    ),
    check('$count', [{ a: 1 }, { a: 2 }], piped({ $match: { a: { $gt: 0 } } }, { $count: 'n' }), { n: 2 }),
    check(
      '$unwind',
      [{ _id: 1, a: [3, 4] }],
      async (docs) => (await docs.aggregate([{ $unwind: '$a' }]).toArray()).map(({ a }) => a),
      [3, 4],
    ),
    check('$sortByCount', [{ a: 'x' }, { a: 'y' }, { a: 'x' }], piped({ $sortByCount: '$a' }), {
      _id: 'x',
      count: 2,
    }),
  ],
};

export const expressions: Area = {
  area: 'Expressions and stages',
  checks: [
    check('$toString of an ObjectId', [{ a: id }], valueOf({ $toString: '$a' }), id.toHexString()),
    check('$toObjectId', [{ a: id.toHexString() }], valueOf({ $toObjectId: '$a' }), id),
    check(
      '$project keeps _id first',
      [{ _id: 1, b: 1, a: 2 }],
      async (docs) => Object.keys((await docs.aggregate([{ $project: { a: 1 } }]).toArray())[0] ?? {}),
      ['_id', 'a'],
    ),
    check('$divide of ints gives a double', [{ a: 7 }], valueOf({ $divide: ['$a', 2] }), 3.5),
    check('$divide by zero is refused', [{ a: 7 }], valueOf({ $divide: ['$a', 0] }), refused(2)),
    check('$add on a date', [{ a: new Date(0) }], valueOf({ $add: ['$a', 1000] }), new Date(1000)),
    check('$substrCP counts code points', [{ a: '日本語' }], valueOf({ $substrCP: ['$a', 1, 1] }), '本'),
    check(
      '$reduce',
      [{ a: [1, 2, 3] }],
      valueOf({ $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }),
      6,
    ),
    check(
      '$filter',
      [{ a: [1, 2, 3] }],
      valueOf({ $filter: { input: '$a', as: 'n', cond: { $gt: ['$$n', 1] } } }),
      [2, 3],
    ),
    check(
      '$arrayElemAt outside is missing',
      [{ _id: 1, a: [1] }],
      piped({ $project: { v: { $arrayElemAt: ['$a', 5] } } }),
      { _id: 1 },
    ),
    check('$cond on a missing field', [{}], valueOf({ $cond: ['$x', 1, 2] }), 2),
    check('missing is not null for $eq', [{}], valueOf({ $eq: ['$x', null] }), false),
    check(
      '$dateDiff and $dateAdd',
      [{ a: new Date(0) }],
      valueOf({
        $dateDiff: {
          startDate: '$a',
          endDate: { $dateAdd: { startDate: '$a', unit: 'day', amount: 3 } },
          unit: 'day',
        },
      }),
      3,
    ),
    check(
      '$dateToString with a time zone',
      [{ a: new Date('2024-03-01T02:00:00Z') }],
      valueOf({ $dateToString: { date: '$a', format: '%Y-%m-%d %H', timezone: 'Europe/Berlin' } }),
      '2024-03-01 03',
    ),
    check(
      '$facet',
      [{ a: 1 }, { a: 2 }],
      piped({
        $facet: { n: [{ $count: 'all' }], low: [{ $match: { a: 1 } }, { $project: { _id: 0, a: 1 } }] },
      }),
      { n: [{ all: 2 }], low: [{ a: 1 }] },
    ),
    check('an unknown stage is refused', [{ a: 1 }], piped({ $foo: 1 }), refused(40324)),
    check(
      'an unknown expression is refused',
      [{ a: 1 }],
      piped({ $project: { v: { $foo: 1 } } }),
      refused(168),
    ),
    check('$out must be last', [{ a: 1 }], piped({ $out: 'elsewhere' }, { $match: {} }), refused(40601)),
    check('a stage with two fields is refused', [{ a: 1 }], piped({ $match: {}, $limit: 1 }), refused(40323)),
  ],
};
