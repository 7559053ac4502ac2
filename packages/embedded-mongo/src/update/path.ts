import { fieldOf, isDigits, isDocument, wrapperOf } from '../bson/values';
import { fail } from '../errors';

/** A value as error messages print it. */
export const show = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (wrapperOf(one) === undefined ? one : String(one))) ??
  'undefined';

export type Box = Record<string | number, unknown>;
type Visit = (box: Box, key: string | number, old: unknown) => void;

const PADDING = 1_500_000;

function positionIn(
  array: unknown[],
  key: string,
  parent: string | undefined,
  create: boolean,
): number | null {
  if (!isDigits(key)) {
    return create
      ? fail(28, `Cannot create field '${key}' in element {${parent ?? ''}: ${show(array)}}`)
      : null;
  }
  const position = Number(key);
  if (create && position > array.length) {
    if (position > array.length + PADDING) fail(2, "can't backfill more than 1500000 elements");
    while (array.length < position) array.push(null);
  }
  return position;
}

/** Calls `visit` with the container of the path's last part; creates missing parents if requested; 28 if a scalar is in the way. */
export function visitPath(root: unknown, path: readonly string[], create: boolean, visit: Visit): void {
  let box = root as Box;
  for (const [at, part] of path.entries()) {
    const key = Array.isArray(box) ? positionIn(box as unknown[], part, path[at - 1], create) : part;
    if (key === null) return;
    if (key === '__proto__') fail(2, "'__proto__' is not supported as a field of an update");
    const old = Array.isArray(box) ? box[key] : fieldOf(box, String(key));
    const next = path[at + 1];
    if (next === undefined) return visit(box, key, old);
    if (old === undefined) {
      if (!create) return;
      box[key] = {};
    } else if (!isDocument(old) && !Array.isArray(old)) {
      if (create) fail(28, `Cannot create field '${next}' in element {${part}: ${show(old)}}`);
      return;
    }
    box = box[key] as Box;
  }
}
