import { topOf } from '../bson/paths';
import { isDocument, type Document } from '../bson/values';

/** The top-level fields that a filter reads, so that a scan decodes only these; null for all. */
export function fieldsOf(filter: Document): Map<string, true> | null {
  const fields = new Map<string, true>();
  const visit = (part: Document): boolean =>
    Object.entries(part).every(([key, value]) => {
      if (key === '$and' || key === '$or' || key === '$nor') {
        return Array.isArray(value) && value.every((one) => isDocument(one) && visit(one));
      }
      if (key.startsWith('$')) return key === '$comment';
      fields.set(topOf(key), true);
      return true;
    });
  return visit(filter) ? fields : null;
}

const NUMBER_TYPES = new Set<unknown>(['int', 'long', 'double']);

/** Whether a filter depends on number types: only then are numbers read with their stored types. */
export function readsNumberTypes(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some(readsNumberTypes);
  if (!isDocument(filter)) return false;
  return Object.entries(filter).some(([key, value]) =>
    key === '$type' ? [value].flat().some((one) => NUMBER_TYPES.has(one)) : readsNumberTypes(value),
  );
}

/** The conditions that always apply, at the top, in nested `$and` and in an `$or` of one branch: pairs of path and condition. */
export function conjuncts(filter: Document): (readonly [string, unknown])[] {
  return Object.entries(filter).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const isOnly = key === '$or' && Array.isArray(value) && value.length === 1;
    if (key === '$and' || isOnly) return (value as Document[]).flatMap(conjuncts);
    return key.startsWith('$') ? [] : [[key, value]];
  });
}
