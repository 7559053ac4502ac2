import { ORDER, typeOrder } from './type-order';
import { wrapperOf } from './values';

const names: Record<number, string> = {
  [ORDER.minKey]: 'minKey',
  [ORDER.string]: 'string',
  [ORDER.object]: 'object',
  [ORDER.array]: 'array',
  [ORDER.binary]: 'binData',
  [ORDER.objectId]: 'objectId',
  [ORDER.boolean]: 'bool',
  [ORDER.date]: 'date',
  [ORDER.timestamp]: 'timestamp',
  [ORDER.regex]: 'regex',
  [ORDER.other]: 'javascript',
};
const numbers: Record<string, string> = {
  Int32: 'int',
  Long: 'long',
  Decimal128: 'decimal',
  Double: 'double',
};
const isInt = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** MongoDB's name of a value's type, as `$type` takes it. */
export function typeName(value: unknown): string {
  const order = typeOrder(value);
  if (order === ORDER.null) return value === null ? 'null' : 'missing';
  if (order === ORDER.number) return numbers[wrapperOf(value) ?? ''] ?? (isInt(value) ? 'int' : 'double');
  return names[order] ?? 'maxKey';
}

/** The numbers `$type` takes instead of names. */
export const TYPE_NUMBERS: Readonly<Record<string, string>> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  13: 'javascript',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
  '-1': 'minKey',
};
export const TYPE_NAMES: ReadonlySet<string> = new Set([...Object.values(TYPE_NUMBERS), 'number']);
