import { compare } from '../bson/compare';
import { keyOf } from '../bson/encode';
import { topOf } from '../bson/paths';
import { ORDER, typeOrder } from '../bson/type-order';
import { isDocument, isOperators, type Document } from '../bson/values';
import { isMeant, type Collection, type Index } from '../catalog/collection';
import { fail, notOffered } from '../errors';
import { conjuncts } from '../query/fields';
import { sortKeys } from '../read/sort';
import { indexPrefix, prefixEnd } from '../storage/keys';
import { boundsOf, type Between } from './bounds';

export type Predicates = ReadonlyMap<string, unknown>;

function holdsFor(value: unknown, wanted: Document): boolean {
  const [[operator, bound] = ['', undefined], ...more] = Object.entries(wanted);
  if (more.length > 0) return false;
  if (operator === '$exists') return Boolean(bound) && typeOrder(value) !== ORDER.null;
  if (operator === '$type') return bound === 'string' && typeof value === 'string';
  if (operator === '$gt') return typeOrder(value) === typeOrder(bound) && compare(value, bound) > 0;
  return false;
}

/** Whether a partial index certainly contains every document of a query. */
export function implied(partial: Document, predicates: Predicates): boolean {
  if (Object.keys(partial).some((key) => key.startsWith('$') && key !== '$and')) return false;
  return conjuncts(partial).every(([path, wanted]) => {
    if (!predicates.has(path)) return false;
    const condition = predicates.get(path);
    if (keyOf(condition) === keyOf(wanted)) return true;
    if (!isOperators(wanted)) return false;
    const bounds = boundsOf(condition);
    if (!bounds) return false;
    if ('equals' in bounds) return bounds.equals.every((value) => holdsFor(value, wanted));
    return Object.keys(wanted).length === 1 && Boolean(wanted.$exists);
  });
}

export interface Query {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  /** The name or the keys of the only index that may be used. */
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
  for (const path of index.fields) {
    // different elements may meet each condition, but a key has fields of one element
    if (index.multikey && bound.has(topOf(path))) break;
    bound.add(topOf(path));
    const bounds = predicates.has(path) ? boundsOf(predicates.get(path)) : null;
    if (!bounds) break;
    if (!('equals' in bounds)) return { starts, fixed, range: bounds, wantsNull };
    const values = [...new Set(bounds.equals.map((value) => keyOf(value)))];
    if (starts.length * values.length > MAX_POINTS) break;
    wantsNull ||= bounds.equals.some((value) => typeOrder(value) === ORDER.null);
    if (wantsNull && /\.\d/.test(path)) break; // elements without a field of that number match, too: keys have the element at that index
    starts = starts.flatMap((start) => values.map((value) => start + value));
    fixed++;
  }
  return { starts, fixed, range: undefined, wantsNull };
}

function rangeOf(start: string, bounds: Between, multikey: boolean): [string, string] {
  const { low, lowOpen } = bounds;
  const wide = multikey && bounds.twoSided;
  const high = wide ? prefixEnd(low.slice(0, 1)) : bounds.high;
  return [
    lowOpen ? prefixEnd(start + low) : start + low,
    wide || bounds.highOpen ? start + high : prefixEnd(start + high),
  ];
}

/** The direction to scan an index for a sort: 1 or -1, 0 when its order differs. */
function sortDirection(index: Index, fixed: number, sort: Document | undefined): number {
  const wanted = sort ? sortKeys(sort) : [];
  if (wanted.length === 0 || index.multikey || index.long) return 0;
  for (let start = fixed; start >= 0; start--) {
    const skipped = new Set(index.fields.slice(0, start));
    const rest = index.fields.slice(start);
    const left = wanted.filter(([path]) => !skipped.has(path));
    if (!left.every(([path], at) => rest[at] === path)) continue;
    const directions = new Set(left.map(([, direction]) => direction));
    if (directions.size <= 1) return [...directions][0] ?? 1;
  }
  return 0;
}

function planWith(index: Index, predicates: Predicates, query: Query): { plan: Plan; score: number } | null {
  const { starts, fixed, range, wantsNull } = prefixesOf(index, predicates);
  const narrow = fixed > 0 || range !== undefined;
  // a sparse index lacks documents without the field
  if (index.sparse && (wantsNull || !narrow)) return null;
  const direction = starts.length === 1 ? sortDirection(index, fixed, query.sort) : 0;
  if (!narrow && direction === 0) return null;
  const point = index.unique && fixed === index.fields.length;
  const plan: Plan = {
    index,
    ranges: starts.map((start) =>
      range ? rangeOf(start, range, index.multikey) : [start, prefixEnd(start)],
    ),
    sorted: direction !== 0,
    reverse: direction < 0,
    point,
    repeats: index.multikey || starts.length > 1,
  };
  return { plan, score: fixed * 10 + (range ? 5 : 0) + (direction === 0 ? 0 : 4) };
}

/** The indexes that a query may use; 2 for a hint that names none. */
function allowedBy(hint: unknown, { indexes }: Collection): readonly Index[] {
  if (hint === undefined || (isDocument(hint) && Object.keys(hint).length === 0)) return indexes;
  if (isOperators(hint)) notOffered(`the hint ${Object.keys(hint).join()}`);
  const index =
    indexes.find((each) => isMeant(each, hint)) ??
    fail(2, 'planner returned error: hint provided does not correspond to an existing index');
  // MongoDB finds only what such an index contains
  if (index.sparse || index.filter) notOffered('a hint of a sparse or partial index');
  return [index];
}

/** The best index for a query; null when none narrows or sorts it. */
export function planFor(collection: Collection, query: Query): Plan | null {
  const predicates = predicatesOf(query.filter);
  let best: ReturnType<typeof planWith> = null;
  for (const index of allowedBy(query.hint, collection)) {
    if (index.filter && !implied(index.filter, predicates)) continue;
    const found = planWith(index, predicates, query);
    // one entry of a unique index is the best
    if (found?.plan.point) return found.plan;
    if (found && (!best || found.score > best.score)) best = found;
  }
  return best?.plan ?? null;
}
