import { isDocument, wrapperOf } from './values';

/** An empty array as a sort or index key: below null, above MinKey. */
export const EMPTY_ARRAY = { _bsontype: 'EmptyArray', [Symbol.toStringTag]: 'EmptyArray' };
Object.setPrototypeOf(EMPTY_ARRAY, null);

/** MongoDB's comparison order of types; the numbers are the first byte of every stored key. */
export const ORDER = {
  minKey: 1,
  emptyArray: 15,
  null: 20,
  nan: 29,
  number: 30,
  string: 60,
  object: 70,
  array: 80,
  binary: 90,
  objectId: 100,
  boolean: 110,
  date: 120,
  timestamp: 130,
  regex: 140,
  other: 239,
  maxKey: 240,
} as const;

const wrappers: Record<string, number> = {
  EmptyArray: ORDER.emptyArray,
  ObjectId: ORDER.objectId,
  Int32: ORDER.number,
  Double: ORDER.number,
  Long: ORDER.number,
  Decimal128: ORDER.number,
  Binary: ORDER.binary,
  UUID: ORDER.binary,
  Timestamp: ORDER.timestamp,
  BSONRegExp: ORDER.regex,
  MinKey: ORDER.minKey,
  MaxKey: ORDER.maxKey,
  BSONSymbol: ORDER.string,
};

const primitives: Record<string, number> = {
  undefined: ORDER.null,
  number: ORDER.number,
  bigint: ORDER.number,
  string: ORDER.string,
  boolean: ORDER.boolean,
};

/** The position of a value's type in ORDER; missing counts as null. */
export function typeOrder(value: unknown): number {
  const primitive = primitives[typeof value];
  if (primitive !== undefined) return primitive;
  if (value === null) return ORDER.null;
  if (isDocument(value)) return ORDER.object;
  if (Array.isArray(value)) return ORDER.array;
  if (value instanceof Date) return ORDER.date;
  if (value instanceof RegExp) return ORDER.regex;
  if (value instanceof Uint8Array) return ORDER.binary;
  return wrappers[wrapperOf(value) ?? ''] ?? ORDER.other;
}
