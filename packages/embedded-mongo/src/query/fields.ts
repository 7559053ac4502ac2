import { topOf } from '../bson/paths';
import { isDocument, type Document } from '../bson/values';

/** The top-level fields a filter reads, so that a scan decodes no others; null when it may read any. */
export function fieldsOf(filter: Document): ReadonlySet<string> | null {
  const fields = new Set<string>();
  const visit = (part: Document): boolean =>
    Object.entries(part).every(([key, value]) => {
      if (key === '$and' || key === '$or' || key === '$nor') {
        return Array.isArray(value) && value.every((one) => isDocument(one) && visit(one));
      }
      if (key.startsWith('$')) return key === '$comment';
      fields.add(topOf(key));
      return true;
    });
  return visit(filter) ? fields : null;
}
