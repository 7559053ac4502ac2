import { isDeepStrictEqual } from 'node:util';
import { toBson } from '../bson/codec';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import type { Find } from '../read/find';
import { openChangeStream } from './change-stream';
import { countFound } from './find';
import {
  collectionOf,
  countOf,
  deadlineOf,
  documentOf,
  entriesOf,
  namespaceOf,
  type Handler,
} from './request';

const LEFT_OUT = new Set(
  (
    '$addFields $bucket $bucketAuto $changeStreamSplitLargeEvent $collStats $count $currentOp $densify $documents $facet ' +
    '$fill $geoNear $graphLookup $group $indexStats $limit $listLocalSessions $listSessions $lookup $match $merge $out ' +
    '$planCacheStats $project $redact $replaceRoot $replaceWith $sample $search $searchMeta $set $setWindowFields $skip ' +
    '$sort $sortByCount $unionWith $unset $unwind $vectorSearch $changeStream'
  ).split(' '),
);

const stageName = (stage: Document | undefined): string => Object.keys(stage ?? {})[0] ?? '';

/** Refuses an invalid pipeline before any document is read: 14, 40323, and 40324 for unknown names. */
function checkPipeline(pipeline: unknown): asserts pipeline is Document[] {
  if (!Array.isArray(pipeline)) return fail(14, "'pipeline' option must be specified as an array");
  for (const stage of pipeline as unknown[]) {
    if (!isDocument(stage) || Object.keys(stage).length !== 1)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const name = stageName(stage as Document);
    if (!LEFT_OUT.has(name)) fail(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
  return undefined;
}

function wholeOf(name: string, value: unknown, least: 0 | 1): number | undefined {
  if (value === undefined) return undefined;
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least)
    fail(least === 1 ? 15958 : 15956, `invalid argument to ${name} stage: ${String(value)}`);
  return number;
}

/** The `$group` that `countDocuments` sends. */
const COUNT = { _id: 1, n: { $sum: 1 } };

/** What `countDocuments` counts: `$match`, `$skip`, `$limit` and its `$group`. Every other pipeline is refused. */
export function countedBy(pipeline: readonly Document[]): Find {
  const rest = [...pipeline];
  const next = (name: string): unknown => (stageName(rest[0]) === name ? rest.shift()?.[name] : undefined);
  const filter = next('$match') ?? {};
  if (!isDocument(filter)) return fail(15959, 'the match filter must be an expression in an object');
  const [skip, limit] = [wholeOf('$skip', next('$skip'), 0), wholeOf('$limit', next('$limit'), 1)];
  const isCount = isDeepStrictEqual(next('$group'), COUNT);
  if (!isCount || rest.length > 0) {
    const other = stageName(rest[0]);
    return notOffered(`an aggregation that is no countDocuments${other && ` (${other})`}`);
  }
  return { filter, skip, limit };
}

/** A change stream, or the count that `countDocuments` sends; every other pipeline is refused. */
export const aggregate: Handler = async (request) => {
  const { pipeline, aggregate: on, cursor, hint } = request.command;
  checkPipeline(pipeline);
  if (stageName(pipeline[0]) === '$changeStream') return openChangeStream(request, pipeline);
  if (typeof on !== 'string') return notOffered('an aggregation without a collection');
  const size = countOf(documentOf(cursor, 'aggregate.cursor').batchSize, 'aggregate.cursor.batchSize');
  const query = { ...countedBy(pipeline), hint };
  const n = await countFound(entriesOf(request), collectionOf(request), query, deadlineOf(request));
  const counted = n > 0 ? [toBson({ _id: 1, n })] : [];
  return request.server.cursors.start(namespaceOf(request), counted.values(), { size });
};
