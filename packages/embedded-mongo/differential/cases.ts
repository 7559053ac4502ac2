import fc from 'fast-check';
import type { Doc, Value } from './naive';

export type NumberType = 'plain' | 'long' | 'double' | 'decimal';

export interface Case {
  readonly docs: readonly Doc[];
  readonly indexes: readonly {
    readonly key: Record<string, 1 | -1>;
    readonly sparse?: boolean;
    readonly unique?: boolean;
    readonly partialFilterExpression?: Doc;
  }[];
  readonly filter: Doc;
  readonly sort: readonly [string, 1 | -1];
  readonly update: Record<string, Doc>;
  /** For updates with `$` and `$[e]`: the condition on an element of `a`. */
  readonly element: Value | Doc;
  readonly replacement: Doc;
  /** The equalities of a filter that finds nothing. */
  readonly seed: Doc;
  readonly projection: Record<string, 0 | 1>;
  /** The BSON type of each next number that is stored or queried. */
  readonly types: readonly NumberType[];
}

const scalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 1.5) },
  { weight: 2, arbitrary: fc.constantFrom('', 'a', 'ab', 'b') },
  { weight: 1, arbitrary: fc.constantFrom<Value>(null, true, false, new Date(0), new Date(1)) },
);
const small = fc.dictionary(fc.constantFrom('b', 'c'), scalar, {
  maxKeys: 2,
  noNullPrototype: true,
}) as fc.Arbitrary<Value>;
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: small },
  { weight: 3, arbitrary: fc.array(fc.oneof(scalar, small), { maxLength: 3 }) as fc.Arbitrary<Value> },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
      maxLength: 2,
    }) as fc.Arbitrary<Value>,
  },
);
/** Sub-documents whose fields pair up differently from the filter. */
const pairs = fc.array(
  fc.record(
    { b: fc.integer({ min: 0, max: 2 }), c: fc.integer({ min: 0, max: 2 }) },
    { noNullPrototype: true },
  ),
  {
    minLength: 1,
    maxLength: 3,
  },
) as fc.Arbitrary<Value>;
const doc = fc.dictionary(
  fc.constantFrom('a', 'd'),
  fc.oneof({ weight: 2, arbitrary: value }, { weight: 1, arbitrary: pairs }),
  { maxKeys: 2, noNullPrototype: true },
);

const path = fc.constantFrom('a', 'a.b', 'a.c', 'd', 'd.b');
const anyPath = fc.oneof(
  { weight: 5, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('a.0', 'a.1', 'a.0.b') },
);
const one = (name: string, argument: fc.Arbitrary<unknown>) =>
  argument.map((wanted) => ({ [name]: wanted }) as Doc);
const range = fc
  .tuple(fc.constantFrom('$gt', '$gte'), scalar, fc.constantFrom('$lt', '$lte'), scalar)
  .map(([from, low, to, high]) => ({ [from]: low, [to]: high }) as Doc);

const operators: fc.Arbitrary<Doc> = fc.oneof(
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map((name) => one(name, value)),
  range,
  one('$in', fc.array(value, { maxLength: 3 })),
  one('$nin', fc.array(value, { maxLength: 3 })),
  one('$exists', fc.boolean()),
  one('$type', fc.constantFrom('string', 'number', 'array', 'object', 'bool', 'date', 'null')),
  one('$size', fc.integer({ min: 0, max: 2 })),
  one('$all', fc.array(scalar, { maxLength: 2 })),
  one(
    '$elemMatch',
    fc.oneof(
      range,
      one('$gte', scalar),
      one('$ne', scalar),
      fc.record({ b: scalar }, { noNullPrototype: true }),
    ),
  ),
  one('$elemMatch', fc.record({ b: scalar, c: one('$gte', scalar) }, { noNullPrototype: true })),
);
const condition = fc.oneof(
  value,
  operators,
  one('$not', operators),
  fc.constantFrom(/^a/, /b$/) as unknown as fc.Arbitrary<Doc>,
);
const fields = fc.dictionary(anyPath, condition, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
}) as fc.Arbitrary<Doc>;
const filter: fc.Arbitrary<Doc> = fc.oneof(
  { weight: 4, arbitrary: fields },
  {
    weight: 2,
    arbitrary: fc.record(
      { 'a.b': fc.oneof(fc.integer({ min: 0, max: 2 }), range), 'a.c': fc.integer({ min: 0, max: 2 }) },
      { noNullPrototype: true },
    ) as fc.Arbitrary<Doc>,
  },
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(fields, { minLength: 1, maxLength: 3 }))
      .map(([name, list]) => ({ [name]: list })),
  },
);

const direction = fc.constantFrom<1 | -1>(1, -1);
const index = fc
  .tuple(
    fc.oneof(
      {
        weight: 1,
        arbitrary: fc.tuple(direction, direction).map(([b, c]): [string, 1 | -1][] => [
          ['a.b', b],
          ['a.c', c],
        ]),
      },
      {
        weight: 3,
        arbitrary: fc.uniqueArray(fc.tuple(anyPath, direction), {
          minLength: 1,
          maxLength: 2,
          selector: ([name]) => name,
        }),
      },
    ),
    fc.constantFrom<object>(
      {},
      {},
      { sparse: true },
      { partialFilterExpression: { a: { $exists: true } } },
      { partialFilterExpression: { a: { $gt: 0 } } },
      { unique: true },
    ),
  )
  .map(([key, options]) => {
    // the naive evaluation supports one field without positions
    const simple = key.length === 1 && !/\d/.test(key[0]?.[0] ?? '');
    const wanted = 'unique' in options && !simple ? {} : options;
    return { key: Object.fromEntries(key), ...wanted } as Case['indexes'][number];
  });

const apart = fc.constantFrom(
  ['a', 'd'],
  ['a.b', 'd'],
  ['d.b', 'a.c'],
  ['a.$', 'd'],
  ['a.$.b', 'a.$.c'],
  ['a.$[]', 'd'],
  ['a.$[].b', 'd'],
  ['a.$[e]', 'd'],
  ['a.$[e].b', 'a.$[e].c'],
  ['a.0', 'd'],
  ['a.0.b', 'a.1.b'],
);
const change = (at: string) =>
  fc.oneof(
    fc.tuple(fc.constant('$set'), value),
    fc.tuple(fc.constant('$unset'), fc.constant(1)),
    fc.tuple(fc.constant('$inc'), fc.integer({ min: -2, max: 2 })),
    fc.tuple(fc.constant('$mul'), fc.constantFrom(-1, 0, 2, 0.5)),
    fc.tuple(fc.constant('$setOnInsert'), value),
    fc.tuple(fc.constantFrom('$min', '$max'), scalar),
    ...(at.includes('$')
      ? []
      : [
          fc.tuple(fc.constantFrom('$push', '$addToSet'), fc.oneof(scalar, small)),
          fc.tuple(fc.constant('$pop'), fc.constantFrom(1, -1)),
          fc.tuple(fc.constant('$pull'), fc.oneof(scalar, range)),
        ]),
  );
const update = apart.chain((paths) =>
  fc.tuple(...paths.map(change)).map((changes) => {
    const found: Record<string, Doc> = {};
    for (const [at, [operator, argument]] of changes.entries()) {
      found[operator] = { ...found[operator], [paths[at] ?? '']: argument as Value };
    }
    return found;
  }),
);

/** Documents, indexes, a filter, a sort and an update: everything the server offers, small enough to collide often. */
export const cases: fc.Arbitrary<Case> = fc.record({
  docs: fc
    .array(doc, { minLength: 1, maxLength: 6 })
    .map((docs) => docs.map((each, at) => ({ _id: at, ...each }))),
  indexes: fc.array(index, { minLength: 1, maxLength: 3 }),
  filter,
  sort: fc.tuple(path, direction) as fc.Arbitrary<readonly [string, 1 | -1]>,
  update,
  element: fc.oneof(scalar, range),
  replacement: doc,
  seed: fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'd'), scalar, { minKeys: 1, noNullPrototype: true }),
    fc.dictionary(fc.constantFrom('a.b', 'd'), scalar, { minKeys: 1, noNullPrototype: true }),
  ) as fc.Arbitrary<Doc>,
  projection: fc
    .tuple(
      fc.constantFrom(['a'], ['a.b'], ['a.b', 'd'], ['d.b', 'a.c'], ['a', 'd']),
      fc.constantFrom<0 | 1>(0, 1),
    )
    .map(([paths, flag]) => Object.fromEntries(paths.map((one) => [one, flag]))),
  types: fc.array(fc.constantFrom<NumberType>('plain', 'long', 'double', 'decimal'), {
    minLength: 1,
    maxLength: 5,
  }),
});
