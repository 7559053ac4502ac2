import { fail } from '../errors';
import { fieldOf, isDigits, isDocument } from './values';

/** Calls `visit` for every value of a dotted path, through arrays; stops and returns true when `visit` does. */
export function reach(
  value: unknown,
  path: readonly string[],
  visit: (value: unknown) => boolean,
  at = 0,
): boolean {
  const key = path[at];
  if (key === undefined) return visit(value);
  if (Array.isArray(value)) {
    if (isDigits(key) && Number(key) < value.length && reach(value[Number(key)], path, visit, at + 1))
      return true;
    return value.some((one) => isDocument(one) && reach(one, path, visit, at));
  }
  return isDocument(value) ? reach(fieldOf(value, key), path, visit, at + 1) : visit(undefined);
}

/** The value of a dotted path; through an array, an array of the elements' values. */
export function valueAt(value: unknown, path: readonly string[], at = 0): unknown {
  const key = path[at];
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    if (isDigits(key)) return valueAt(value[Number(key)], path, at + 1);
    const found = value.flatMap((one: unknown) => valueAt(one, path, at)).filter((one) => one !== undefined);
    return found.length > 0 || value.length === 0 ? found : undefined;
  }
  return isDocument(value) ? valueAt(fieldOf(value, key), path, at + 1) : undefined;
}

/** Refuses a path that no sort or projection can have: 40352, 15998, 16410. */
export function checkPath(path: string): void {
  if (path === '') fail(40352, 'FieldPath cannot be constructed with empty string');
  const parts = path.split('.');
  if (parts.includes('')) fail(15998, 'FieldPath field names may not be empty strings.');
  if (parts.some((part) => part.startsWith('$')))
    fail(16410, `FieldPath field names may not start with '$': ${path}`);
}

export const topOf = (path: string) => path.split('.', 1)[0] ?? path;
