import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail } from '../errors';
import type { Find } from '../read/find';

type Taken = Pick<Find, 'filter' | 'sort' | 'skip' | 'limit'>;

const LEFT_OUT = new Set(
  (
    '$addFields $bucket $bucketAuto $changeStreamSplitLargeEvent $collStats $currentOp $densify $documents $facet $fill ' +
    '$geoNear $graphLookup $indexStats $listLocalSessions $listSessions $lookup $merge $out $planCacheStats $redact ' +
    '$replaceRoot $replaceWith $sample $search $searchMeta $set $setWindowFields $sortByCount $unionWith $unwind ' +
    '$vectorSearch $group'
  ).split(' '),
);
/** The stages of a query, in the order a query does them. */
export const ORDER = ['$match', '$sort', '$skip', '$limit', '$project'];

/** The operator of a stage. */
export const stageName = (stage: Document): string => Object.keys(stage)[0] ?? '';

/** Refuses what is no pipeline before any document is read: 14, 40323, 40324 for names nobody knows. */
export function checkPipeline(pipeline: unknown): asserts pipeline is Document[] {
  if (!Array.isArray(pipeline)) return fail(14, "'pipeline' option must be specified as an array");
  for (const stage of pipeline as unknown[]) {
    if (!isDocument(stage) || Object.keys(stage).length !== 1) {
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const name = stageName(stage as Document);
    if (![...ORDER, '$count', '$changeStream'].includes(name) && !LEFT_OUT.has(name))
      fail(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
  return undefined;
}

function wholeOf(name: string, value: unknown, least: 0 | 1): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least)
    fail(least === 1 ? 15958 : 15956, `invalid argument to ${name} stage: ${String(value)}`);
  return number;
}

/** The stages that are one query, in the order a query does them, and those that are left. */
export function leadingQuery(pipeline: readonly Document[]): {
  readonly query: Taken;
  readonly rest: readonly Document[];
} {
  const rest = [...pipeline];
  const next = (name: string): unknown =>
    rest[0] && stageName(rest[0]) === name ? (rest.shift() as Document)[name] : undefined;
  let filter: Document = {};
  for (let match = next('$match'); match !== undefined; match = next('$match')) {
    if (!isDocument(match)) return fail(15959, 'the match filter must be an expression in an object');
    filter = Object.keys(filter).length > 0 ? { $and: [filter, match] } : match;
  }
  const sort = next('$sort') as Document | undefined;
  if (sort !== undefined && (!isDocument(sort) || Object.keys(sort).length === 0))
    fail(15976, '$sort stage must have at least one sort key');
  const skip = next('$skip');
  const limit = next('$limit');
  return {
    query: {
      filter,
      sort,
      skip: skip === undefined ? undefined : wholeOf('$skip', skip, 0),
      limit: limit === undefined ? undefined : wholeOf('$limit', limit, 1),
    },
    rest,
  };
}
