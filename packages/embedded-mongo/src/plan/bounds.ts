import { keyOf } from '../bson/encode';
import { ORDER, typeOrder } from '../bson/type-order';
import { isDocument, isNumber, isOperators, isRegExp, wrapperOf, type Document } from '../bson/values';

export interface Equals {
  readonly equals: readonly unknown[];
}

export interface Between {
  readonly low: string;
  readonly lowOpen: boolean;
  readonly high: string;
  readonly highOpen: boolean;
  /** Both ends come from the condition: two elements of an array may meet them. */
  readonly twoSided: boolean;
}

export type Bounds = Equals | Between;

/** The bytes all numbers have: type, double, rest. */
const NUMBER_LENGTH = 11;
const isDecimal = (value: unknown) => wrapperOf(value) === 'Decimal128';
const byte = (code: number) => String.fromCharCode(code);
/** NaN sorts below all numbers. */
const typeStart = (value: unknown) => byte(typeOrder(value) === ORDER.number ? ORDER.nan : typeOrder(value));
const typeEnd = (value: unknown) => byte(typeOrder(value) + 1);

const indexable = (value: unknown) =>
  !Array.isArray(value) &&
  !isDocument(value) &&
  typeOrder(value) > ORDER.null &&
  typeOrder(value) !== ORDER.maxKey;

function rangeBounds(condition: Document): Between | null {
  let [low, high]: (string | undefined)[] = [];
  let [lowOpen, highOpen] = [false, true];
  let sample: unknown;
  for (const [operator, value] of Object.entries(condition)) {
    if (!/^\$[gl]te?$/.test(operator) || !indexable(value)) continue;
    sample = value;
    const key = keyOf(value).slice(0, isNumber(value) ? NUMBER_LENGTH : undefined);
    // decimals with the same first bytes are on both sides of the number
    if (operator.startsWith('$g')) [low, lowOpen] = [key, operator === '$gt' && !isNumber(value)];
    else [high, highOpen] = [key, operator === '$lt' && !isDecimal(value)];
  }
  if (low === undefined && high === undefined) return null;
  const twoSided = low !== undefined && high !== undefined;
  return { low: low ?? typeStart(sample), lowOpen, high: high ?? typeEnd(sample), highOpen, twoSided };
}

/** The index ranges that can meet a condition; null when the index does not narrow it. Callers test each document again. */
export function boundsOf(condition: unknown): Bounds | null {
  if (!isOperators(condition))
    return Array.isArray(condition) || isRegExp(condition) ? null : { equals: [condition] };
  const { $eq, $in } = condition;
  if ('$eq' in condition && !Array.isArray($eq)) return { equals: [$eq] };
  if (Array.isArray($in) && !$in.some((one) => Array.isArray(one) || isRegExp(one))) return { equals: $in };
  return rangeBounds(condition);
}
