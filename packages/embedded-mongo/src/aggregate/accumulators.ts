import { calculate, typedNumber } from '../bson/arithmetic';
import { compare } from '../bson/compare';
import { keyOf } from '../bson/encode';
import { isDocument, isExact, isNumber, toNumber } from '../bson/values';
import { fail } from '../errors';

type Accumulate = (values: unknown[]) => unknown;

const numbersOf = (values: readonly unknown[]) => values.filter(isNumber);
const total = (numbers: readonly unknown[]) =>
  numbers.reduce((one: number, other) => one + toNumber(other), 0);

/** The sum of what are numbers; exact as soon as a long above 2^53 or a decimal is among them. */
export const sum: Accumulate = (values) => {
  const numbers = numbersOf(values);
  if (!numbers.some(isExact)) return total(numbers);
  return numbers.map(typedNumber).reduce((one, other) => calculate(one, other, 'add'));
};

export const average: Accumulate = (values) => {
  const numbers = numbersOf(values);
  if (numbers.some(isExact))
    fail(303, '$avg over long or decimal values is not supported by the embedded server');
  return numbers.length === 0 ? null : total(numbers) / numbers.length;
};

/** The largest (1) or smallest (-1) value, null and missing left out. */
export const extreme = (values: readonly unknown[], direction: 1 | -1): unknown => {
  let found: unknown = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (found === null || direction * compare(value, found) > 0) found = value;
  }
  return found;
};

function deviation(values: readonly unknown[], lost: 0 | 1): number | null {
  const numbers = numbersOf(values).map(toNumber);
  if (numbers.length <= lost) return null;
  const mean = total(numbers) / numbers.length;
  const squares = numbers.reduce((one, other) => one + (other - mean) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - lost));
}

const there = (values: readonly unknown[]) => values.filter((value) => value !== undefined);

const accumulators: Readonly<Record<string, Accumulate>> = {
  $sum: sum,
  $avg: average,
  $max: (values) => extreme(values, 1),
  $min: (values) => extreme(values, -1),
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: there,
  $addToSet: (values) => [...new Map(there(values).map((value) => [keyOf(value), value])).values()],
  $count: (values) => values.length,
  $mergeObjects: (values) => Object.assign({}, ...values.filter(isDocument)) as unknown,
  $stdDevPop: (values) => deviation(values, 0),
  $stdDevSamp: (values) => deviation(values, 1),
};

/** The accumulator of one field of `$group`; 40234, 40238 and 15952 as MongoDB refuses. */
export function accumulatorOf(
  field: string,
  spec: unknown,
): { readonly expression: unknown; readonly accumulate: Accumulate } {
  if (!isDocument(spec)) return fail(40234, `The field '${field}' must be an accumulator object`);
  const [[name, expression] = ['', undefined], ...more] = Object.entries(spec);
  if (more.length > 0) fail(40238, `The field '${field}' must specify one accumulator`);
  if (field.includes('.')) fail(40235, `The field name '${field}' cannot contain '.'`);
  const accumulate = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined;
  return accumulate ? { expression, accumulate } : fail(15952, `unknown group operator '${name}'`);
}
