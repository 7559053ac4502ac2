import { keyOf } from '../bson/encode';
import { fieldOf, isDocument, type Document } from '../bson/values';
import { typeName } from '../bson/type-name';

/** One operator on one path of a document. */
export interface Step {
  readonly operator: string;
  readonly keys: readonly string[];
}

function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return (value as unknown[])[Number(key)];
  return isDocument(value) ? fieldOf(value, key) : undefined;
}

/** The value at a path of fields and positions. */
export const valueAt = (document: Document, keys: readonly string[]) =>
  keys.reduce(inside, document as unknown);
/** Whether MongoDB would write nothing: equal values of one type. */
const same = (one: unknown, other: unknown) =>
  typeName(one) === typeName(other) && keyOf(one) === keyOf(other);

/** The elements that a `$push` has added at the end of an array; undefined if it has changed others. */
function appended(old: unknown, now: unknown): unknown[] | undefined {
  if (!Array.isArray(old) || !Array.isArray(now) || now.length <= old.length) return undefined;
  return old.every((one: unknown, at) => same(one, now[at])) ? now.slice(old.length) : undefined;
}

/** What an update by operators has changed, as change streams send it: created parents and changed arrays as a whole, pushed elements one by one. */
export function describe(before: Document, after: Document, steps: readonly Step[]): Document {
  const updatedFields: Document = {};
  const removedFields: string[] = [];
  for (const { operator, keys } of steps) {
    // a parent that the update has created
    const missing = keys.findIndex((_, at) => valueAt(before, keys.slice(0, at + 1)) === undefined);
    const path = missing < 0 ? keys : keys.slice(0, missing + 1);
    const [name, old, now] = [path.join('.'), valueAt(before, path), valueAt(after, path)];
    const elements = operator === '$push' ? appended(old, now) : undefined;
    if (now === undefined) {
      if (old !== undefined) removedFields.push(name);
    } else if (elements) {
      for (const [at, one] of elements.entries())
        updatedFields[`${name}.${(old as unknown[]).length + at}`] = one;
    } else if (!same(old, now)) updatedFields[name] = now;
  }
  return { updatedFields, removedFields, truncatedArrays: [] };
}
