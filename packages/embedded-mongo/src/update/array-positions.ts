import type { Document } from '../bson/values';
import { fail } from '../errors';
import { compile } from '../query/compile';
import { positional } from '../query/positional';
import { valueAt, type Step } from './describe';

export interface UpdateContext {
  readonly filter: Document;
  readonly arrayFilters?: readonly Document[] | undefined;
  /** An upsert creates the document. */
  readonly insert?: boolean;
  /** Receives each change of a path. */
  readonly steps?: Step[];
}

type Path = readonly string[];

/** `$`, `$[]` or `$[name]`; any other name that starts with `$` is a field's. */
const isPosition = (segment: string) => /^\$(\[.*\])?$/.test(segment);
/** Whether a path has a positional part. */
export const isPositional = (path: string) => path.split('.').some(isPosition);

const rootOf = (filter: Document): string => {
  const key = Object.keys(filter)[0] ?? '';
  return key.startsWith('$') ? rootOf((filter[key] as Document[])[0] ?? {}) : (key.split('.')[0] ?? '');
};

function named(segment: string, path: string, array: readonly unknown[], context: UpdateContext): number[] {
  const name = segment.slice(2, -1);
  const filters = (context.arrayFilters ?? []).filter((filter) => rootOf(filter) === name);
  if (filters.length === 0) fail(2, `No array filter found for identifier '${name}' in path '${path}'`);
  const test = compile({ $and: filters });
  return [...array.keys()].filter((at) => test({ [name]: array[at] }));
}

function positionsOf(
  segment: string,
  path: string,
  before: Path,
  document: Document,
  context: UpdateContext,
): number[] {
  const array = valueAt(document, before);
  if (!Array.isArray(array)) {
    if (segment === '$') fail(2, 'The positional operator did not find the match needed from the query.');
    return fail(
      2,
      `The path '${before.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  if (segment === '$[]') return [...array.keys()];
  if (segment !== '$') return named(segment, path, array, context);
  const at = positional(context.filter, document, before.join('.'), array);
  return at < 0 ? fail(2, 'The positional operator did not find the match needed from the query.') : [at];
}

/** The concrete paths of a path with `$`, `$[]` or `$[name]` in this document. */
export function expandPath(document: Document, path: string, context: UpdateContext): Path[] {
  return path
    .split('.')
    .reduce<Path[]>(
      (paths, segment) =>
        paths.flatMap((before) =>
          isPosition(segment)
            ? positionsOf(segment, path, before, document, context).map((at) => [...before, String(at)])
            : [[...before, segment]],
        ),
      [[]],
    );
}

/** The names that a filter's conditions begin with. */
const rootsOf = (filter: Document): string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value)
      ? (value as Document[]).flatMap(rootsOf)
      : [key.split('.')[0] ?? ''],
  );

/** Refuses (2, 9) an array filter of no name or of several, one with another's name, and one that the update does not use. */
export function checkArrayFilters(paths: readonly string[], filters: readonly Document[] = []) {
  const seen = new Set<string>();
  for (const filter of filters) {
    const [name = '', other] = new Set(rootsOf(filter));
    if (other !== undefined)
      fail(
        9,
        `Error parsing array filter: expected a single top-level field name, found '${name}' and '${other}'`,
      );
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      fail(
        2,
        `Error parsing array filter: the top-level field name must be alphanumeric and begin with a lowercase letter, found '${name}'`,
      );
    if (seen.has(name)) fail(9, `Found multiple array filters with the same top-level field name ${name}`);
    seen.add(name);
    if (!paths.some((path) => path.includes(`$[${name}]`))) {
      fail(9, `The array filter for identifier '${name}' was not used in the update`);
    }
  }
}
