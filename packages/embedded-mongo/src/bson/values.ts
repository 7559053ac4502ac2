import type { BSONRegExp, Decimal128, Document, Double, Int32, Long } from 'bson';

export type { Document };

/** A plain embedded document: neither an array nor one of BSON's own types. */
export const isDocument = (value: unknown): value is Document =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** A document's own field: inherited ones such as `constructor` do not count. */
export const fieldOf = (document: Document, key: string): unknown =>
  Object.hasOwn(document, key) ? document[key] : undefined;

/** The name of a BSON wrapper class, such as `Long`; undefined for everything else. */
export function wrapperOf(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || isDocument(value)) return undefined;
  return (value as { _bsontype?: string })._bsontype;
}

type NumberWrapper = Int32 | Double | Long | Decimal128;
const numberWrappers = new Set(['Int32', 'Double', 'Long', 'Decimal128']);
const isWrappedNumber = (value: unknown): value is NumberWrapper =>
  numberWrappers.has(wrapperOf(value) ?? '');

/** A number of any BSON type. */
export const isNumber = (value: unknown): boolean => typeof value === 'number' || isWrappedNumber(value);

/** The nearest double; NaN for a value that is not a number. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (!isWrappedNumber(value)) return Number.NaN;
  return 'value' in value ? value.value : Number(value.toString());
}

/** A 64-bit integer. */
export const isLong = (value: unknown): value is Long => wrapperOf(value) === 'Long';

const isBsonRegExp = (value: unknown): value is BSONRegExp => wrapperOf(value) === 'BSONRegExp';

/** A regular expression, JavaScript's or BSON's. */
export const isRegExp = (value: unknown): value is RegExp | BSONRegExp =>
  value instanceof RegExp || isBsonRegExp(value);

/** Pattern and options of a regular expression in either form. */
export const regExpParts = (value: RegExp | BSONRegExp) =>
  isBsonRegExp(value)
    ? { pattern: value.pattern, options: value.options }
    : { pattern: value.source, options: value.flags };

/** A part of a path that can be an array index. */
export const isDigits = (text: string | undefined): text is string =>
  text !== undefined && /^\d+$/.test(text);

/** `{ $gt: 1 }`: a document of operators, not a value (and not a DBRef). */
export const isOperators = (value: unknown): value is Document =>
  isDocument(value) &&
  (Object.keys(value)[0]?.startsWith('$') ?? false) &&
  !('$ref' in value || '$id' in value);

/** A deep copy of documents and arrays; BSON values are shared. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => clone(one)) as T;
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clone(one)])) as T;
}
