import { BSON, Decimal128, Double, Long } from 'bson';
import { check, refused, typeAfter, updated, type Area, type Docs } from './check';

const big = '9007199254740993';
const textAfter = (update: Record<string, unknown>) => async (docs: Docs) => {
  await docs.updateOne({}, update);
  return String((await docs.findOne({}, { promoteValues: false }))?.a);
};

/** Names of fields in their stored order, also of a nested document and one in an array, after an update. */
async function keptOrder(docs: Docs) {
  const nested = new Map([
    ['y', 1],
    ['3', 1],
  ]);
  const stored = new Map<string, unknown>([
    ['_id', 1],
    ['b', 1],
    ['10', nested],
    ['c', [{ z: 1 }]],
  ]);
  await docs.insertOne(stored as never);
  await docs.updateOne({}, { $set: { 2: 1, '10.1': 1, b: 2 } });
  await docs.updateOne({}, { $set: { 'c.0': { 0: 1, 7: 1, z: 2 } } });
  const raw = Buffer.from((await docs.findOne({}, { raw: true })) as unknown as Uint8Array);
  const namesOf = (bytes: Uint8Array) =>
    [...BSON.onDemand.parseToElements(bytes)].map(([, at, length]) =>
      Buffer.from(bytes.subarray(at, at + length)).toString(),
    );
  const inner = (bytes: Uint8Array, name: string) => {
    const element = [...BSON.onDemand.parseToElements(bytes)][namesOf(bytes).indexOf(name)]!;
    return bytes.subarray(element[3], element[3] + element[4]);
  };
  return [raw, inner(raw, '10'), inner(inner(raw, 'c'), '0')].map((bytes) => namesOf(bytes).join());
}

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
    check('$mul of a missing field', [{}], updated({ $mul: { a: 5 } }), { a: 0 }),
    check('fields that are named by integers keep their places', [], keptOrder, [
      '_id,b,10,c,2',
      'y,3,1',
      '0,7,z',
    ]),
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
      'an _id that is null',
      [],
      async (docs) => {
        await docs.updateOne({ _id: null } as never, { $set: { n: 1 } }, { upsert: true });
        return docs.findOne({});
      },
      { _id: null, n: 1 },
    ),
    check(
      'a path the filter names twice is refused',
      [],
      updated({ $set: { z: 1 } }, { a: 1, $and: [{ a: 2 }] }, { upsert: true }),
      refused(54),
    ),
    check(
      'the _id is stored first',
      [],
      async (docs) => {
        await docs.insertOne({ a: 1, _id: 5 });
        return Object.keys((await docs.findOne({})) ?? {});
      },
      ['_id', 'a'],
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
  ],
};
