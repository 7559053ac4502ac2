import { ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import * as library from 'mingo/operators/expression';
import { calculate, typedNumber } from '../bson/arithmetic';
import { compare } from '../bson/compare';
import { keyOf } from '../bson/encode';
import { typeName } from '../bson/type-name';
import { isDocument, isExact, isNumber } from '../bson/values';
import { fail } from '../errors';
import { average, extreme, sum } from './accumulators';

type Options = Parameters<typeof evalExpr>[2];
type Operator = (document: unknown, expression: unknown, options: Options) => unknown;
type Operators = Record<string, Operator>;

const own: Readonly<Record<string, unknown>> = library;
/** The library's operator, for the cases it answers as MongoDB does. */
const original = (name: string) => own[name] as Operator;
const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

function compared(one: unknown, other: unknown): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
  return compare(one, other);
}

const pair =
  (accepts: (one: unknown, other: unknown) => unknown): Operator =>
  (document, expression, options) => {
    const [one, other] = evalExpr(document, expression, options) as unknown[];
    return accepts(one, other);
  };

const comparisons: Operators = {
  $eq: pair((one, other) => compared(one, other) === 0),
  $ne: pair((one, other) => compared(one, other) !== 0),
  $gt: pair((one, other) => compared(one, other) > 0),
  $gte: pair((one, other) => compared(one, other) >= 0),
  $lt: pair((one, other) => compared(one, other) < 0),
  $lte: pair((one, other) => compared(one, other) <= 0),
  $cmp: pair(compared),
};

/** Exact for longs and decimals, the library's for the rest. */
const exactly =
  (name: string, operation: 'add' | 'multiply'): Operator =>
  (document, expression, options) => {
    const values = evalExpr(document, expression, options);
    if (!Array.isArray(values) || !values.some(isExact) || !values.every(isNumber)) {
      return original(name)(document, expression, options);
    }
    return values.map(typedNumber).reduce((one, other) => calculate(one, other, operation));
  };

/** The library computes these on doubles only: what a double cannot carry is refused, not rounded. */
const onDoubles =
  (name: string): Operator =>
  (document, expression, options) => {
    const values = [evalExpr(document, expression, options)].flat();
    if (values.some(isExact))
      fail(303, `${name} on long or decimal values is not supported by the embedded server`);
    return original(name)(document, expression, options);
  };
const DOUBLES =
  '$subtract $divide $mod $abs $ceil $floor $round $trunc $pow $sqrt $exp $ln $log $log10'.split(' ');

const arrays =
  (name: string, work: (lists: unknown[][]) => unknown): Operator =>
  (document, expression, options) => {
    const lists = evalExpr(document, expression, options) as unknown[];
    if (lists.some(isMissing)) return null;
    if (!lists.every(Array.isArray)) fail(17043, `All operands of ${name} must be arrays.`);
    return work(lists as unknown[][]);
  };
const keys = (list: readonly unknown[]) => new Set(list.map((one) => keyOf(one)));
const distinct = (list: readonly unknown[]) => [...new Map(list.map((one) => [keyOf(one), one])).values()];
const sorted = (list: readonly unknown[]) => distinct(list).sort((one, other) => compare(one, other));
const within = (one: readonly unknown[], other: readonly unknown[]) => {
  const there = keys(other);
  return one.every((value) => there.has(keyOf(value)));
};

const sets: Operators = {
  $setUnion: arrays('$setUnion', (lists) => sorted(lists.flat())),
  $setIntersection: arrays('$setIntersection', ([first = [], ...rest]) =>
    sorted(first.filter((value) => rest.every((list) => keys(list).has(keyOf(value))))),
  ),
  $setDifference: arrays('$setDifference', ([one = [], other = []]) =>
    distinct(one.filter((value) => !keys(other).has(keyOf(value)))),
  ),
  $setEquals: arrays('$setEquals', ([first = [], ...rest]) =>
    rest.every((list) => within(first, list) && within(list, first)),
  ),
  $setIsSubset: arrays('$setIsSubset', ([one = [], other = []]) => within(one, other)),
  $in: pair((value, list) =>
    Array.isArray(list)
      ? keys(list).has(keyOf(value))
      : fail(40081, '$in requires an array as a second argument'),
  ),
};

const values =
  (work: (list: unknown[]) => unknown): Operator =>
  (document, expression, options) =>
    work([evalExpr(document, expression, options)].flat());

const conversions: Operators = {
  $toObjectId: (document, expression, options) => {
    const value = evalExpr(document, expression, options);
    if (isMissing(value)) return null;
    return ObjectId.isValid(String(value))
      ? new ObjectId(String(value))
      : fail(241, `Failed to parse objectId '${String(value)}'`);
  },
  $toString: (document, expression, options) => {
    const value = evalExpr(document, expression, options);
    if (isMissing(value)) return null;
    return value instanceof Date ? value.toISOString() : String(value);
  },
  $type: (document, expression, options) => typeName(evalExpr(document, expression, options)),
  $isNumber: (document, expression, options) => isNumber(evalExpr(document, expression, options)),
  $dateTrunc: (document, expression, options) => {
    const zone = isDocument(expression) ? evalExpr(document, expression.timezone, options) : undefined;
    if (!isMissing(zone) && zone !== 'UTC' && zone !== 'GMT') {
      fail(303, '$dateTrunc with a time zone is not supported by the embedded server');
    }
    return original('$dateTrunc')(document, expression, options);
  },
};

const refusedOperators =
  '$function $accumulator $where $sortArray $convert $toDecimal $toLong $median $percentile $minN $maxN $toHashedIndexKey $meta'.split(
    ' ',
  );

/** Where MongoDB and the library differ, MongoDB's way; where only the library's way is known to be wrong, a refusal (303). */
export const overrides: Operators = {
  ...comparisons,
  ...sets,
  ...conversions,
  ...Object.fromEntries(DOUBLES.map((name) => [name, onDoubles(name)])),
  $add: exactly('$add', 'add'),
  $multiply: exactly('$multiply', 'multiply'),
  $sum: values(sum),
  $avg: values(average),
  $max: values((list) => extreme(list, 1)),
  $min: values((list) => extreme(list, -1)),
  ...Object.fromEntries(
    refusedOperators.map((name) => [
      name,
      () => fail(303, `${name} is not supported by the embedded server`),
    ]),
  ),
};
