import { isDocument, type Document } from '../bson/values';

/** A copy of the document with a dotted path set; through an array, in each of its elements. Undefined takes the field away. */
export function withPath(
  value: unknown,
  path: readonly string[],
  set: (old: unknown) => unknown,
  at = 0,
): unknown {
  const key = path[at];
  if (key === undefined) return set(value);
  if (Array.isArray(value)) return value.map((one: unknown) => withPath(one, path, set, at));
  const source: Document = isDocument(value) ? value : {};
  const next = withPath(source[key], path, set, at + 1);
  if (next !== undefined) return { ...source, [key]: next };
  const { [key]: _, ...rest } = source;
  return rest;
}
