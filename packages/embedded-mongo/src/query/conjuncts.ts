import type { Document } from '../bson/values';

/** What a filter requires in any case, at its top and in nested `$and`: pairs of path and condition. */
export function conjuncts(filter: Document): (readonly [string, unknown])[] {
  return Object.entries(filter).flatMap(([key, value]): (readonly [string, unknown])[] => {
    if (key === '$and') return (value as Document[]).flatMap(conjuncts);
    return key.startsWith('$') ? [] : [[key, value]];
  });
}
