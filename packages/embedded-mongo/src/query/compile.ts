import { isDocument, isNumber, isOperators, isRegExp, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { anyOf, equalTo, isComparison, matching, ordered } from './comparison';
import { bits, isBitTest, ofSize, ofType, remainder } from './element';
import { every, not, onValues, onWhole, type Test } from './test';

/** Operators over whole documents. */
export const LOGICAL: readonly string[] = ['$and', '$or', '$nor'];

/** The test of one operator, and what of a path it is asked of. */
interface Leaf {
  readonly test: Test;
  /** The value and, of an array, its elements; or the value as it is. */
  readonly of: 'values' | 'whole';
  readonly negated?: boolean;
}

function elementMatch(wanted: unknown): Test {
  if (!isDocument(wanted)) return fail(2, '$elemMatch needs an Object');
  const byValue = isOperators(wanted) && !LOGICAL.includes(Object.keys(wanted)[0] ?? '');
  const test = byValue ? compileValue(wanted) : compile(wanted);
  return (value) => Array.isArray(value) && value.some((one) => (byValue || isDocument(one)) && test(one));
}

const isElementMatch = (value: unknown): value is Document => isDocument(value) && '$elemMatch' in value;

/** `$all` is the conjunction of its values. */
function all(wanted: unknown): Leaf[] {
  if (!Array.isArray(wanted)) return fail(2, '$all needs an array');
  if (wanted.length === 0) return [{ test: () => false, of: 'whole' }];
  if (wanted.some(isElementMatch) && !wanted.every(isElementMatch)) fail(2, 'no $ expressions in $all');
  return wanted.map((one: unknown): Leaf => {
    if (isElementMatch(one)) return { test: elementMatch(one.$elemMatch), of: 'whole' };
    if (isOperators(one)) return fail(2, 'no $ expressions in $all');
    return { test: isRegExp(one) ? matching(one) : equalTo(one), of: 'values' };
  });
}

const truthy = (value: unknown) => (isNumber(value) ? toNumber(value) !== 0 : Boolean(value));

function leaves(operator: string, conditions: Document): Leaf[] {
  const wanted: unknown = conditions[operator];
  const values = (test: Test, negated = false): Leaf[] => [{ test, of: 'values', negated }];
  if (isComparison(operator)) return values(ordered(operator, wanted));
  if (isBitTest(operator)) return values(bits(operator, wanted));
  switch (operator) {
    case '$eq':
      return values(equalTo(wanted));
    case '$ne':
      if (isRegExp(wanted)) fail(2, "Can't have regex as arg to $ne.");
      return values(equalTo(wanted), true);
    case '$in':
    case '$nin':
      return values(anyOf(operator, wanted), operator === '$nin');
    case '$exists':
      return [{ test: (value) => value !== undefined, of: 'whole', negated: !truthy(wanted) }];
    case '$type':
      return values(ofType(wanted));
    case '$size':
      return [{ test: ofSize(wanted), of: 'whole' }];
    case '$mod':
      return values(remainder(wanted));
    case '$regex':
      return values(matching(wanted, conditions.$options));
    case '$options':
      return '$regex' in conditions ? [] : fail(2, '$options needs a $regex');
    case '$all':
      return all(wanted);
    case '$elemMatch':
      return [{ test: elementMatch(wanted), of: 'whole' }];
    case '$comment':
      return [];
    default:
      return fail(2, `unknown operator: ${operator}`);
  }
}

/** The test of everything a condition says, with `place` for how one operator is asked of a document or a value. */
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

/** The test of everything a filter says about one path. */
export function compileField(path: string, condition: unknown): Test {
  const keys = path.split('.');
  return tests(condition, ({ test, of }) => (of === 'values' ? onValues(keys, test) : onWhole(keys, test)));
}

/** The test of one value, without a look at the elements of an array: what `$elemMatch` asks each element. */
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
    case '$expr':
      return notOffered('expressions ($expr)');
    case '$comment':
      return null;
    default:
      if (!key.startsWith('$')) return compileField(key, value);
      return fail(
        2,
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

/** The test of a whole filter; refuses (2) what it does not know before any document is read. */
export const compile = (filter: Document): Test =>
  every(Object.entries(filter).flatMap(([key, value]) => topTest(key, value) ?? []));
