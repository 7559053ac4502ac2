import { compare } from '../bson/compare';
import { isNumber, toNumber, type Document } from '../bson/values';
import { fail, MongoError, notOffered } from '../errors';
import { tuples } from '../index-keys/tuples';

type Keys = readonly (readonly [string, 1 | -1])[];

/** The paths and directions of a sort; 15975 for anything but 1 and -1. */
export const sortKeys = (sort: Document): Keys =>
  Object.entries(sort).map(([path, direction]) => {
    if (path === '$natural') notOffered('a sort by $natural');
    const value = isNumber(direction) ? toNumber(direction) : 0;
    if (Math.abs(value) !== 1)
      fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, value as 1 | -1];
  });

function orderOf(one: readonly unknown[], other: readonly unknown[], keys: Keys): number {
  for (const [at, [, direction]] of keys.entries()) {
    const order = compare(one[at], other[at]);
    if (order !== 0) return order * direction;
  }
  return 0;
}

/** The sort key: of arrays the first element in sort order; fields of one array come from the same element. */
function rowOf(document: unknown, keys: Keys): readonly unknown[] {
  const slots = keys.map(([path]) => ({ value: document, rest: path.split('.') }));
  let found: readonly unknown[] | undefined;
  try {
    for (const row of tuples(slots)) if (!found || orderOf(row, found, keys) < 0) found = row;
  } catch (error) {
    if (error instanceof MongoError && error.code === 171)
      fail(2, 'cannot sort with keys that are parallel arrays');
    throw error;
  }
  return found ?? [];
}

/** Sorts items by their `document`, stably, in MongoDB's order. */
export function sortBy<T>(items: readonly T[], document: (item: T) => unknown, sort: Document): T[] {
  const keys = sortKeys(sort);
  const rows = items.map((item) => ({ item, row: rowOf(document(item), keys) }));
  rows.sort((one, other) => orderOf(one.row, other.row, keys));
  return rows.map(({ item }) => item);
}
