import { compare, equal } from '../bson/compare';
import { toRegExp } from '../bson/regex';
import { ORDER, typeOrder } from '../bson/type-order';
import { isNumber, isOperators, isRegExp, toNumber } from '../bson/values';
import { fail } from '../errors';
import type { Test } from './test';

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

/** Whether an operator compares with a value. */
export const isComparison = (operator: string) => Object.hasOwn(comparisons, operator);

const isNaNValue = (value: unknown) => isNumber(value) && Number.isNaN(toNumber(value));

/** `$gt` and its kin: only values of the wanted value's type, NaN only where equality counts. */
export function ordered(operator: string, wanted: unknown): Test {
  const accepts = comparisons[operator] ?? fail(2, `unknown operator: ${operator}`);
  if (isRegExp(wanted)) fail(2, `Can't have RegEx as arg to predicate over field with ${operator}.`);
  const order = typeOrder(wanted);
  if (order === ORDER.null) return (value) => (value === undefined || value === null) && accepts(0);
  const anyType = order === ORDER.minKey || order === ORDER.maxKey;
  const wantsNaN = isNaNValue(wanted);
  return (value) => {
    if (value === undefined || (!anyType && typeOrder(value) !== order)) return false;
    if (wantsNaN || isNaNValue(value)) return wantsNaN && isNaNValue(value) && accepts(0);
    return accepts(compare(value, wanted));
  };
}

/** Any of the values; a regular expression among them is matched. */
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

/** A text the pattern matches, or the same pattern stored as a value. */
export function matching(pattern: unknown, options?: unknown): Test {
  if (!isRegExp(pattern) && typeof pattern !== 'string') return fail(2, '$regex has to be a string');
  const expression = toRegExp(pattern, options);
  return (value) =>
    typeof value === 'string' ? expression.test(value) : isRegExp(value) && equal(value, pattern);
}
