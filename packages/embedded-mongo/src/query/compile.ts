import type { DBRef } from 'bson';
import { isDocument, isNumber, isOperators, isRegExp } from '../bson/values';
import { toNumber, wrapperOf, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { anyOf, equalTo, matching, ordered } from './comparison';
import { ofSize, ofType } from './comparison';
import { every, not, onValues, onWhole, type Test } from './comparison';

/** The fields of a DBRef, the only ones that begin with a `$`. */
const DBREF = ['$ref', '$id', '$db'];

/** Operators over whole documents. */
export const LOGICAL: readonly string[] = ['$and', '$or', '$nor'];

const LEFT_OUT = new Set(
  (
    '$mod $bitsAllSet $bitsAnySet $bitsAllClear $bitsAnyClear $near $nearSphere $geoWithin $geoIntersects $within ' +
    '$expr $where $text $jsonSchema'
  ).split(' '),
);

/** The test of one operator, and to which values of a path it applies. */
interface Leaf {
  readonly test: Test;
  /** The value and an array's elements, or the value only. */
  readonly of: 'values' | 'whole';
  readonly negated?: boolean;
}

/** A DBRef, which bson decodes as an object of its own, as the document it is. */
const plainOf = (value: unknown): unknown =>
  wrapperOf(value) === 'DBRef' ? { ...(value as DBRef).toJSON() } : value;

function elementMatch(condition: unknown): Test {
  const wanted = plainOf(condition);
  if (!isDocument(wanted)) return fail(2, '$elemMatch needs an Object');
  const byValue = isOperators(wanted) && !LOGICAL.includes(Object.keys(wanted)[0] ?? '');
  const test = byValue ? compileValue(wanted) : compile(wanted);
  if (byValue) return (value) => Array.isArray(value) && value.some(test);
  // an array in the array is a document with the positions as names
  const asDocument = (one: unknown) => (Array.isArray(one) ? { ...(one as unknown[]) } : plainOf(one));
  return (value) => Array.isArray(value) && value.map(asDocument).some((one) => isDocument(one) && test(one));
}

/** `$all` is the conjunction of its values. */
function all(wanted: unknown): Leaf[] {
  if (!Array.isArray(wanted)) return fail(2, '$all needs an array');
  if (wanted.length === 0) return ofWhole(() => false);
  return wanted.flatMap((one: unknown) => {
    if (isOperators(one))
      return '$elemMatch' in one ? notOffered('$elemMatch in $all') : fail(2, 'no $ expressions in $all');
    return ofValues(isRegExp(one) ? matching(one) : equalTo(one));
  });
}

const truthy = (value: unknown) => (isNumber(value) ? toNumber(value) !== 0 : Boolean(value));

const ofValues = (test: Test, negated = false): Leaf[] => [{ test, of: 'values', negated }];
const ofWhole = (test: Test, negated = false): Leaf[] => [{ test, of: 'whole', negated }];

function notEqual(wanted: unknown): Leaf[] {
  if (isRegExp(wanted)) fail(2, "Can't have regex as arg to $ne.");
  return ofValues(equalTo(wanted), true);
}

/** Every operator on a path except `$not`; `conditions` are its neighbors. */
const OPERATORS: Readonly<Record<string, (wanted: unknown, conditions: Document) => Leaf[]>> = {
  $eq: (wanted) => ofValues(equalTo(wanted)),
  $ne: notEqual,
  $gt: (wanted) => ofValues(ordered('$gt', wanted)),
  $gte: (wanted) => ofValues(ordered('$gte', wanted)),
  $lt: (wanted) => ofValues(ordered('$lt', wanted)),
  $lte: (wanted) => ofValues(ordered('$lte', wanted)),
  $in: (wanted) => ofValues(anyOf('$in', wanted)),
  $nin: (wanted) => ofValues(anyOf('$nin', wanted), true),
  $exists: (wanted) => ofWhole((value) => value !== undefined, !truthy(wanted)),
  $type: (wanted) => ofValues(ofType(wanted)),
  $size: (wanted) => ofWhole(ofSize(wanted)),
  $regex: (wanted, { $options }) => ofValues(matching(wanted, $options)),
  $options: (_, conditions) => ('$regex' in conditions ? [] : fail(2, '$options needs a $regex')),
  $all: all,
  $elemMatch: (wanted) => ofWhole(elementMatch(wanted)),
  $comment: () => [],
};

/** The operators on paths and on documents. */
export const FILTERS: readonly string[] = [...Object.keys(OPERATORS), '$not', ...LOGICAL];

function leaves(operator: string, conditions: Document): Leaf[] {
  if (LEFT_OUT.has(operator)) notOffered(operator);
  const make = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  return make?.(conditions[operator], conditions) ?? fail(2, `unknown operator: ${operator}`);
}

/** The test of a whole condition; `place` applies one operator to a document or a value. */
function tests(condition: unknown, place: (leaf: Leaf) => Test): Test {
  const placed = (leaf: Leaf) => (leaf.negated ? not(place(leaf)) : place(leaf));
  if (isRegExp(condition)) return placed({ test: matching(condition), of: 'values' });
  if (!isOperators(condition)) return placed({ test: equalTo(condition), of: 'values' });
  return every(
    Object.entries(condition).flatMap(([operator, wanted]): Test[] => {
      if (operator !== '$not') return leaves(operator, condition).map(placed);
      const fine = isRegExp(wanted) || (isOperators(wanted) && Object.keys(wanted).length > 0);
      return [fine ? not(tests(wanted, place)) : fail(2, '$not needs a regex or a document')];
    }),
  );
}

export function compileField(path: string, condition: unknown): Test {
  const keys = path.split('.');
  return tests(condition, ({ test, of }) => (of === 'values' ? onValues(keys, test) : onWhole(keys, test)));
}

/** The test of one value, without an array's elements, as `$elemMatch` applies it. */
export const compileValue = (condition: unknown): Test => tests(condition, ({ test }) => test);

function branches(operator: string, list: unknown): Test[] {
  if (!Array.isArray(list) || list.length === 0) return fail(2, `${operator} must be a nonempty array`);
  return list.map((one: unknown) =>
    isDocument(one) ? compile(one) : fail(2, `${operator} entries need to be full objects`),
  );
}

function topTest(key: string, value: unknown): Test | null {
  switch (key) {
    case '$and':
      return every(branches(key, value));
    case '$or': {
      const tests = branches(key, value);
      return (document) => tests.some((test) => test(document));
    }
    case '$nor': {
      const tests = branches(key, value);
      return (document) => !tests.some((test) => test(document));
    }
    case '$comment':
      return null;
    default:
      if (!key.startsWith('$') || DBREF.includes(key)) return compileField(key, value);
      if (LEFT_OUT.has(key)) notOffered(key);
      return fail(
        2,
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

/** The test of a whole filter; refuses (2) unknown operators before any document is read. */
export const compile = (filter: Document): Test =>
  every(Object.entries(filter).flatMap(([key, value]) => topTest(key, value) ?? []));
