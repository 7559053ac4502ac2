import { keyOf } from '../bson/encode';
import { ORDER, typeOrder } from '../bson/type-order';
import { topOf } from '../bson/paths';
import { isOperators, type Document } from '../bson/values';
import { keyPattern, type Collection, type Index } from '../catalog/collection';
import { conjuncts } from '../query/conjuncts';
import { sortKeys } from '../read/sort';
import { indexPrefix, inverted, prefixEnd } from '../storage/keys';
import { boundsOf, type Between } from './bounds';
import { implied, type Predicates } from './implied';

export interface Query {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  /** The name or the key pattern of the index to use. */
  readonly hint?: unknown;
}

export interface Plan {
  readonly index: Index;
  readonly ranges: readonly (readonly [low: string, high: string])[];
  /** Documents come in the order of the query's sort. */
  readonly sorted: boolean;
  readonly reverse: boolean;
  /** Each range is one entry of a unique index. */
  readonly point: boolean;
  /** A document may come twice. */
  readonly repeats: boolean;
}

const MAX_POINTS = 5000;

function predicatesOf(filter: Document): Predicates {
  const predicates = new Map<string, unknown>();
  for (const [path, condition] of conjuncts(filter)) {
    const known = predicates.get(path);
    const both = isOperators(known) && isOperators(condition);
    predicates.set(path, both ? { ...condition, ...known } : predicates.has(path) ? known : condition);
  }
  return predicates;
}

interface Prefixes {
  readonly starts: readonly string[];
  /** How many leading fields are fixed by equality. */
  readonly fixed: number;
  readonly range: Between | undefined;
  readonly wantsNull: boolean;
}

/** Leading fields fixed by equality, and a range on the one after them. */
function prefixesOf(index: Index, predicates: Predicates): Prefixes {
  let starts = [indexPrefix(index.id)];
  let fixed = 0;
  let wantsNull = false;
  const bound = new Set<string>();
  for (const { path, direction } of index.fields) {
    // of one array each condition may be met by another element, a key holds fields of the same one
    if (index.multikey && bound.has(topOf(path))) break;
    bound.add(topOf(path));
    const bounds = predicates.has(path) ? boundsOf(predicates.get(path)) : null;
    if (!bounds) break;
    if (!('equals' in bounds)) return { starts, fixed, range: bounds, wantsNull };
    const values = [...new Set(bounds.equals.map((value) => keyOf(value)))];
    if (starts.length * values.length > MAX_POINTS) break;
    wantsNull ||= bounds.equals.some((value) => typeOrder(value) === ORDER.null);
    starts = starts.flatMap((start) =>
      values.map((value) => start + (direction < 0 ? inverted(value) : value)),
    );
    fixed++;
  }
  return { starts, fixed, range: undefined, wantsNull };
}

/** A descending field stores inverted bytes, so the ends of its range change places. */
function rangeOf(start: string, bounds: Between, descending: boolean, multikey: boolean): [string, string] {
  const wide = multikey && bounds.twoSided;
  const high = wide ? prefixEnd(bounds.low.slice(0, 1)) : bounds.high;
  const highOpen = wide || bounds.highOpen;
  const [from, fromOpen, to, toOpen] = descending
    ? [inverted(high), highOpen, inverted(bounds.low), bounds.lowOpen]
    : [bounds.low, bounds.lowOpen, high, highOpen];
  return [fromOpen ? prefixEnd(start + from) : start + from, toOpen ? start + to : prefixEnd(start + to)];
}

/** The direction to walk an index in for a sort: 1 or -1, 0 when its order is another. */
function sortDirection(index: Index, fixed: number, sort: Document | undefined): number {
  const wanted = sort ? sortKeys(sort) : [];
  if (wanted.length === 0 || index.multikey || index.long) return 0;
  for (let start = fixed; start >= 0; start--) {
    const skipped = new Set(index.fields.slice(0, start).map(({ path }) => path));
    const rest = index.fields.slice(start);
    const left = wanted.filter(([path]) => !skipped.has(path));
    if (!left.every(([path], at) => rest[at]?.path === path)) continue;
    const directions = new Set(left.map(([, direction], at) => direction * (rest[at]?.direction ?? 1)));
    if (directions.size <= 1) return [...directions][0] ?? 1;
  }
  return 0;
}

function isHinted(index: Index, hint: unknown): boolean {
  return typeof hint === 'string'
    ? hint === index.name
    : JSON.stringify(hint) === JSON.stringify(keyPattern(index));
}

function usable(index: Index, predicates: Predicates, query: Query): boolean {
  if (query.hint !== undefined && !isHinted(index, query.hint)) return false;
  return !index.filter || implied(index.filter, predicates);
}

function planWith(index: Index, predicates: Predicates, query: Query): { plan: Plan; score: number } | null {
  const { starts, fixed, range, wantsNull } = prefixesOf(index, predicates);
  const hinted = query.hint !== undefined;
  const narrow = fixed > 0 || range !== undefined;
  // what lacks the field is not in a sparse index
  if (index.sparse && !hinted && (wantsNull || !narrow)) return null;
  const direction = starts.length === 1 ? sortDirection(index, fixed, query.sort) : 0;
  if (!narrow && direction === 0 && !hinted) return null;
  const descending = index.fields[fixed]?.direction === -1;
  const point = index.unique && fixed === index.fields.length;
  const plan: Plan = {
    index,
    ranges: starts.map((start) =>
      range ? rangeOf(start, range, descending, index.multikey) : [start, prefixEnd(start)],
    ),
    sorted: direction !== 0,
    reverse: direction < 0,
    point,
    repeats: index.multikey || starts.length > 1,
  };
  return { plan, score: fixed * 10 + (range ? 5 : 0) + (direction === 0 ? 0 : 4) };
}

/** The best index for a query; null when none narrows it or gives its order. */
export function planFor(collection: Collection, query: Query): Plan | null {
  const predicates = predicatesOf(query.filter);
  let best: ReturnType<typeof planWith> = null;
  for (const index of collection.indexes) {
    const found = usable(index, predicates, query) ? planWith(index, predicates, query) : null;
    // one entry of a unique index: nothing is better
    if (found?.plan.point) return found.plan;
    if (found && (!best || found.score > best.score)) best = found;
  }
  return best?.plan ?? null;
}
