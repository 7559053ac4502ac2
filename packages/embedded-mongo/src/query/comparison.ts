import { compare, equal } from '../bson/compare';
import { reach } from '../bson/paths';
import { toRegExp } from '../bson/regex';
import { TYPE_NAMES, typeName } from '../bson/type-name';
import { ORDER, typeOrder } from '../bson/type-order';
import { isNumber, isOperators, isRegExp, toNumber } from '../bson/values';
import { fail, notOffered } from '../errors';

/** Whether a document (or a value) meets a condition. */
export type Test = (value: unknown) => boolean;

/** Tests the values of a path, and the elements of arrays. */
export const onValues =
  (path: readonly string[], test: Test): Test =>
  (document) =>
    reach(document, path, (value) => test(value) || (Array.isArray(value) && value.some(test)));

/** Tests the values of a path, without looking into arrays. */
export const onWhole =
  (path: readonly string[], test: Test): Test =>
  (document) =>
    reach(document, path, test);

export const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

export const every = (tests: readonly Test[]): Test => {
  const [only] = tests;
  return tests.length === 1 && only ? only : (value) => tests.every((test) => test(value));
};

/** Equality with one value; null also finds missing. */
export function equalTo(wanted: unknown): Test {
  if (typeOrder(wanted) === ORDER.null) return (value) => value === undefined || value === null;
  if (typeof wanted === 'string') return (value) => value === wanted;
  if (typeof wanted === 'number' && !Number.isNaN(wanted)) {
    return (value) =>
      typeof value === 'number'
        ? value === wanted
        : typeof value === 'object' && value !== null && equal(value, wanted);
  }
  return (value) => value !== undefined && equal(value, wanted);
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

const isNaNValue = (value: unknown) => isNumber(value) && Number.isNaN(toNumber(value));

/** `$gt` and the like: only values of the same type; NaN only if equality counts. */
export function ordered(operator: string, wanted: unknown): Test {
  const accepts = comparisons[operator] ?? fail(2, `unknown operator: ${operator}`);
  if (isRegExp(wanted)) fail(2, `Can't have RegEx as arg to predicate over field with ${operator}.`);
  const order = typeOrder(wanted);
  if (order === ORDER.null) return (value) => (value === undefined || value === null) && accepts(0);
  // every value is between these two, also a missing one
  if (order === ORDER.minKey || order === ORDER.maxKey)
    return (value) => accepts(compare(value ?? null, wanted));
  const wantsNaN = isNaNValue(wanted);
  return (value) => {
    if (value === undefined || typeOrder(value) !== order) return false;
    if (wantsNaN || isNaNValue(value)) return wantsNaN && isNaNValue(value) && accepts(0);
    return accepts(compare(value, wanted));
  };
}

/** Any of the values; regular expressions among them match texts. */
export function anyOf(operator: string, wanted: unknown): Test {
  if (!Array.isArray(wanted)) return fail(2, `${operator} needs an array`);
  const plain = wanted.filter((one) => typeof one === 'string');
  const texts: ReadonlySet<unknown> = new Set(plain);
  const tests = wanted
    .filter((one) => !texts.has(one))
    .map((one: unknown): Test => {
      if (isOperators(one)) fail(2, `cannot nest $ under ${operator}`);
      return isRegExp(one) ? matching(one) : equalTo(one);
    });
  return (value) => texts.has(value) || tests.some((test) => test(value));
}

/** A text that the pattern matches, or the same pattern stored as a value. */
export function matching(pattern: unknown, options?: unknown): Test {
  if (!isRegExp(pattern) && typeof pattern !== 'string') return fail(2, '$regex has to be a string');
  const expression = toRegExp(pattern, options);
  return (value) =>
    typeof value === 'string' ? expression.test(value) : isRegExp(value) && equal(value, pattern);
}

/** `$type` by name, one or several. */
export function ofType(wanted: unknown): Test {
  const names = [wanted].flat() as unknown[];
  if (names.some(isNumber)) notOffered('$type by number');
  if (names.length === 0) fail(9, '$type must match at least one type');
  for (const name of names)
    if (!TYPE_NAMES.has(String(name))) fail(2, `Unknown type name alias: ${String(name)}`);
  return (value) =>
    value !== undefined && (names.includes(typeName(value)) || (names.includes('number') && isNumber(value)));
}

/** `$size`: an array of this length. Refuses (2) anything but a non-negative integer. */
export function ofSize(wanted: unknown): Test {
  const size = toNumber(wanted);
  if (!Number.isInteger(size) || size < 0) fail(2, 'Failed to parse $size. Expected a non-negative integer');
  return (value) => Array.isArray(value) && value.length === size;
}
