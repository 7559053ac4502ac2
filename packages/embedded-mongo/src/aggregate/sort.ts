import { compare, sortValue } from '../bson/compare';
import type { Fold } from '../bson/encode';
import { valueAt } from '../bson/paths';
import { isNumber, toNumber, type Document } from '../bson/values';
import { fail } from '../errors';

/** The paths and directions of a sort; 15975 for what is neither 1 nor -1. */
export const sortKeys = (sort: Document): (readonly [string, 1 | -1])[] =>
  Object.entries(sort).map(([path, direction]) => {
    const value = isNumber(direction) ? toNumber(direction) : 0;
    if (Math.abs(value) !== 1)
      fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, value as 1 | -1];
  });

/** Sorts whatever `document` reads from each item, stably, in MongoDB's order. */
export function sortBy<T>(
  items: readonly T[],
  document: (item: T) => unknown,
  sort: Document,
  fold?: Fold,
): T[] {
  const keys = sortKeys(sort).map(([path, direction]) => [path.split('.'), direction] as const);
  const rows = items.map((item) => {
    const source = document(item);
    return { item, values: keys.map(([path, direction]) => sortValue(valueAt(source, path), direction)) };
  });
  rows.sort((one, other) => {
    for (const [at, [, direction]] of keys.entries()) {
      const order = compare(one.values[at], other.values[at], fold);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}
