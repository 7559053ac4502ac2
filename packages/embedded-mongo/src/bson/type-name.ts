import { ORDER, typeOrder } from './type-order';
import { wrapperOf } from './values';

const names: Readonly<Record<number, string>> = {
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
  [ORDER.maxKey]: 'maxKey',
};
const numbers: Record<string, string> = {
  Int32: 'int',
  Long: 'long',
  Decimal128: 'decimal',
  Double: 'double',
};

/** MongoDB's name of a value's type, for `$type`; for numbers only if they have their stored types. */
export function typeName(value: unknown): string {
  const order = typeOrder(value);
  if (order === ORDER.null) return value === null ? 'null' : 'missing';
  if (names[order] !== undefined) return names[order];
  return numbers[wrapperOf(value) ?? ''] ?? 'double';
}

/** The names that `$type` accepts. */
export const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(names),
  ...Object.values(numbers),
  'null',
  'number',
]);
