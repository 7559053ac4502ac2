import { stageName } from '../aggregate/pipeline';
import { topOf } from '../bson/paths';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import type { Find } from '../read/find';

type Taken = Pick<Find, 'filter' | 'sort' | 'skip' | 'limit'>;

/** The leading `$match`, `$sort`, `$skip` and `$limit` as a query, which indexes can answer, and the stages that are left. */
export function leadingQuery(pipeline: readonly Document[]): {
  readonly query: Taken;
  readonly rest: readonly Document[];
} {
  const rest = [...pipeline];
  const next = (name: string): unknown =>
    rest[0] && stageName(rest[0]) === name ? (rest.shift() as Document)[name] : undefined;
  let filter: Document = {};
  for (let match = next('$match'); isDocument(match); match = next('$match')) {
    filter = Object.keys(filter).length > 0 ? { $and: [filter, match] } : match;
  }
  const sort = next('$sort') as Document | undefined;
  const takesCount = (name: string, least: number) =>
    rest[0] && isNumber(rest[0][name]) && toNumber(rest[0][name]) >= least ? toNumber(next(name)) : undefined;
  const skip = takesCount('$skip', 0);
  const limit = takesCount('$limit', 1);
  return { query: { filter, sort, skip, limit }, rest };
}

/** `countDocuments`: the id and the field of a lone `{ $group: { _id: constant, n: { $sum: 1 } } }`. */
export function countStage(
  rest: readonly Document[],
): { readonly id: unknown; readonly field: string } | undefined {
  const group: unknown = rest.length === 1 ? rest[0]?.$group : undefined;
  if (!isDocument(group) || !('_id' in group) || typeof group._id === 'string' || isDocument(group._id))
    return undefined;
  const { _id: id, ...others } = group;
  const [[field, sum] = ['', undefined], ...more] = Object.entries(others);
  const counts = isDocument(sum) && Object.keys(sum).length === 1 && sum.$sum === 1;
  return counts && more.length === 0 && !Array.isArray(id) ? { id, field } : undefined;
}

/** The top-level fields a leading `$group` or `$count` reads, so that no others are decoded; null for all. */
export function fieldsRead(rest: readonly Document[]): ReadonlySet<string> | null {
  const [stage] = rest;
  if (!stage) return null;
  if ('$count' in stage) return new Set(['_id']);
  if (!('$group' in stage)) return null;
  const fields = new Set<string>(['_id']);
  const visit = (value: unknown): boolean => {
    if (typeof value === 'string') {
      if (/^\$\$(ROOT|CURRENT)/.test(value)) return false;
      if (value.startsWith('$') && !value.startsWith('$$')) fields.add(topOf(value.slice(1)));
      return true;
    }
    if (Array.isArray(value)) return value.every(visit);
    return isDocument(value) ? Object.values(value).every(visit) : true;
  };
  return visit(stage.$group) ? fields : null;
}
