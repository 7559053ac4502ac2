import { Decimal128, Double, Long, ObjectId } from 'bson';
import { check, refused, typeAfter, updated, type Area, type Docs } from './check';

const id = new ObjectId();
const big = '9007199254740993';
const textAfter = (update: Record<string, unknown>) => async (docs: Docs) => {
  await docs.updateOne({}, update);
  return String((await docs.findOne({}, { promoteValues: false }))?.a);
};

export const updates: Area = {
  area: 'Update operators',
  checks: [
    check('$set through a scalar is refused', [{ a: 5 }], updated({ $set: { 'a.b': 1 } }), refused(28)),
    check('$set through null is refused', [{ a: null }], updated({ $set: { 'a.b': 1 } }), refused(28)),
    check('$inc on a text is refused', [{ a: 'x' }], updated({ $inc: { a: 1 } }), refused(14)),
    check('$push on a scalar is refused', [{ a: 1 }], updated({ $push: { a: 1 } }), refused(2)),
    check('$set of the same _id', [{ _id: 1, a: 1 }], updated({ $set: { _id: 1, a: 2 } }), { a: 2 }),
    check('$set of another _id is refused', [{ _id: 1, a: 1 }], updated({ $set: { _id: 2 } }), refused(66)),
    check('one path set twice is refused', [{ a: 1 }], updated({ $set: { a: 1, 'a.b': 1 } }), refused(40)),
    check('an unknown operator is refused', [{ a: 1 }], updated({ $foo: { a: 1 } }), refused(9)),
    check('$rename', [{ a: 1 }], updated({ $rename: { a: 'b.c' } }), { b: { c: 1 } }),
    check('$unset of an element leaves null', [{ a: [1, 2] }], updated({ $unset: { 'a.0': 1 } }), {
      a: [null, 2],
    }),
    check('$unset does not reach through an array', [{ a: [{ b: 1 }] }], updated({ $unset: { 'a.b': 1 } }), {
      a: [{ b: 1 }],
    }),
    check('a position beyond the end pads with null', [{ a: [1] }], updated({ $set: { 'a.3': 9 } }), {
      a: [1, null, null, 9],
    }),
    check('$min with null', [{ a: 5 }], updated({ $min: { a: null } }), { a: null }),
    check('$max with a date', [{ a: new Date(1) }], updated({ $max: { a: new Date(5) } }), {
      a: new Date(5),
    }),
    check('$bit', [{ a: 5 }], updated({ $bit: { a: { and: 4 } } }), { a: 4 }),
    check('$mul of a missing field', [{}], updated({ $mul: { a: 5 } }), { a: 0 }),
    check(
      '$currentDate as a timestamp',
      [{}],
      typeAfter({ $currentDate: { a: { $type: 'timestamp' } } }, 'a'),
      'Timestamp',
    ),
    check(
      'new fields come in order of their names',
      [{}],
      async (docs) => Object.keys((await updated({ $set: { b: 1, a: 1 } })(docs)) ?? {}),
      ['a', 'b'],
    ),
  ],
};

export const numberTypes: Area = {
  area: 'Number types through updates',
  checks: [
    check(
      '$inc of a long above 2^53',
      [{ a: Long.fromString(big) }],
      textAfter({ $inc: { a: 1 } }),
      '9007199254740994',
    ),
    check(
      '$inc over the int range gives a long',
      [{ a: 2147483647 }],
      typeAfter({ $inc: { a: 1 } }, 'a'),
      'Long',
    ),
    check('$inc keeps a double', [{ a: new Double(1) }], typeAfter({ $inc: { a: 1 } }, 'a'), 'Double'),
    check(
      'a field not named keeps its type',
      [{ a: new Double(1), b: 1 }],
      typeAfter({ $inc: { b: 1 } }, 'a'),
      'Double',
    ),
    check('$inc by a decimal', [{ a: 1 }], textAfter({ $inc: { a: Decimal128.fromString('0.1') } }), '1.1'),
    check('$inc by a text is refused', [{ a: 1 }], updated({ $inc: { a: 'x' } }), refused(14)),
  ],
};

export const arrayUpdates: Area = {
  area: 'Arrays in updates',
  checks: [
    check(
      '$ with two conditions',
      [
        {
          a: [
            { x: 1, y: 1 },
            { x: 1, y: 2 },
          ],
        },
      ],
      updated({ $set: { 'a.$.c': 9 } }, { 'a.x': 1, 'a.y': 2 }),
      {
        a: [
          { x: 1, y: 1 },
          { x: 1, y: 2, c: 9 },
        ],
      },
    ),
    check('$ in a sub-document', [{ d: { a: [1, 2] } }], updated({ $set: { 'd.a.$': 9 } }, { 'd.a': 2 }), {
      d: { a: [1, 9] },
    }),
    check(
      '$ by a condition in $and',
      [{ a: [1, 2] }],
      updated({ $set: { 'a.$': 9 } }, { $and: [{ a: 2 }] }),
      { a: [1, 9] },
    ),
    check('$ without a condition is refused', [{ a: [1] }], updated({ $set: { 'a.$': 9 } }), refused(2)),
    check(
      '$[] and $[name]',
      [{ a: [{ b: [{ c: 1 }, { c: 2 }] }] }],
      updated({ $set: { 'a.$[].b.$[f].c': 9 } }, {}, { arrayFilters: [{ 'f.c': 2 }] }),
      { a: [{ b: [{ c: 1 }, { c: 9 }] }] },
    ),
    check(
      '$[name] without its filter is refused',
      [{ a: [1] }],
      updated({ $set: { 'a.$[f]': 9 } }),
      refused(2),
    ),
    check(
      '$push with a sort over two keys',
      [{ a: [] }],
      updated({
        $push: {
          a: {
            $each: [
              { x: 1, y: 2 },
              { x: 1, y: 1 },
            ],
            $sort: { x: 1, y: 1 },
          },
        },
      }),
      {
        a: [
          { x: 1, y: 1 },
          { x: 1, y: 2 },
        ],
      },
    ),
    check(
      '$push with position and slice',
      [{ a: [1, 2] }],
      updated({ $push: { a: { $each: [9], $position: 0, $slice: 2 } } }),
      { a: [9, 1] },
    ),
    check('$pull by a document', [{ a: [{ x: 1, y: 1 }, { x: 2 }] }], updated({ $pull: { a: { x: 1 } } }), {
      a: [{ x: 2 }],
    }),
    check('$pull by a comparison', [{ a: [1, 5, 9] }], updated({ $pull: { a: { $gte: 5 } } }), { a: [1] }),
    check('$pullAll', [{ a: [1, 2, 1] }], updated({ $pullAll: { a: [1] } }), { a: [2] }),
    check(
      '$addToSet minds the key order',
      [{ a: [{ x: 1, y: 1 }] }],
      updated({ $addToSet: { a: { y: 1, x: 1 } } }),
      {
        a: [
          { x: 1, y: 1 },
          { y: 1, x: 1 },
        ],
      },
    ),
    check(
      '$addToSet knows an ObjectId again',
      [{ a: [id] }],
      updated({ $addToSet: { a: new ObjectId(id.toHexString()) } }),
      { a: [id] },
    ),
    check(
      'several paths with $ - one position, of the document before',
      [{ c: [{ n: 1 }, { n: 5 }, { n: 6 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.$.u': 1 } }, { 'c.n': { $gte: 5 } }),
      { c: [{ n: 1 }, { n: 0, u: 1 }, { n: 6 }] },
    ),
    check(
      'several paths with $ where only one element matches',
      [{ c: [{ n: 1 }, { n: 5 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.$.u': 1 } }, { 'c.n': 5 }),
      { c: [{ n: 1 }, { n: 0, u: 1 }] },
    ),
    check(
      'several operators with $',
      [{ c: [{ n: 5 }, { n: 6 }] }],
      updated({ $inc: { 'c.$.n': -5 }, $set: { 'c.$.u': 1 } }, { 'c.n': { $gte: 5 } }),
      { c: [{ n: 0, u: 1 }, { n: 6 }] },
    ),
    check(
      'several paths with $[name]',
      [{ c: [{ n: 1 }, { n: 5 }, { n: 6 }] }],
      updated({ $set: { 'c.$[e].n': 0, 'c.$[e].u': 1 } }, {}, { arrayFilters: [{ 'e.n': { $gte: 5 } }] }),
      { c: [{ n: 1 }, { n: 0, u: 1 }, { n: 0, u: 1 }] },
    ),
    check(
      '$ and a position that are the same element are refused',
      [{ c: [{ n: 5 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.0.n': 1 } }, { 'c.n': 5 }),
      refused(40),
    ),
    check(
      '$ after a negation is refused',
      [{ a: [1, 2] }],
      updated({ $set: { 'a.$': 9 } }, { a: { $ne: 3 } }),
      refused(2),
    ),
    check(
      '$ of an array that is an element',
      [{ a: [1, [1]] }],
      updated({ $set: { 'a.$': 9 } }, { a: [1] }),
      {
        a: [1, 9],
      },
    ),
    check(
      '$pull by $or',
      [{ a: [{ x: 1 }, { x: 2 }, { x: 3 }] }],
      updated({ $pull: { a: { $or: [{ x: 1 }, { x: 2 }] } } }),
      { a: [{ x: 3 }] },
    ),
    check('a field whose name starts with $', [{ a: 1 }], updated({ $set: { $k: 1 } }), { a: 1, $k: 1 }),
    check('$pop from the front', [{ a: [1, 2] }], updated({ $pop: { a: -1 } }), { a: [2] }),
  ],
};

export const upserts: Area = {
  area: 'Upserts and replacements',
  checks: [
    check(
      'equalities of the filter become fields',
      [],
      updated(
        { $set: { z: 1 }, $setOnInsert: { s: 2 } },
        { a: 1, b: { $gt: 2 }, 'n.x': 3, $and: [{ q: 4 }] },
        { upsert: true },
      ),
      { a: 1, n: { x: 3 }, q: 4, s: 2, z: 1 },
    ),
    check(
      'the _id of the filter',
      [],
      async (docs) =>
        (await docs.updateOne({ _id: 7 }, { $inc: { n: 1 } } as never, { upsert: true })).upsertedId,
      7,
    ),
    check(
      'a replacement',
      [],
      async (docs) => {
        await docs.replaceOne({ _id: 8 }, { z: 1 }, { upsert: true });
        return docs.findOne({});
      },
      { _id: 8, z: 1 },
    ),
    check(
      '$setOnInsert leaves what is there',
      [{ _id: 1, s: 1 }],
      updated({ $setOnInsert: { s: 2 } }, { _id: 1 }, { upsert: true }),
      { s: 1 },
    ),
    check(
      'a replacement keeps the _id',
      [{ _id: 1, a: 1 }],
      async (docs) => {
        await docs.replaceOne({ a: 1 }, { b: 2 });
        return docs.findOne({});
      },
      { _id: 1, b: 2 },
    ),
    check(
      'an update by pipeline',
      [{ _id: 1, a: 2 }],
      async (docs) => {
        await docs.updateOne({}, [{ $set: { b: { $add: ['$a', 1] } } }]);
        return docs.findOne({});
      },
      { _id: 1, a: 2, b: 3 },
    ),
  ],
};
