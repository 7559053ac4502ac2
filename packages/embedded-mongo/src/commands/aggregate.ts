import { toBson } from '../bson/codec';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { countRecords, type Find } from '../read/find';
import { openChangeStream } from './change-stream';
import { collectionOf, documentOf, entriesOf, namespaceOf, type Handler } from './request';

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

function wholeOf(name: string, value: unknown, least: 0 | 1): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least)
    fail(least === 1 ? 15958 : 15956, `invalid argument to ${name} stage: ${String(value)}`);
  return number;
}

/** A `$group` that counts everything: the constant it groups by, and the field it counts in. */
function countStage(stage: unknown) {
  if (!isDocument(stage)) return undefined;
  const { _id: id, ...others } = stage;
  const [[field, sum] = ['', undefined], ...more] = Object.entries(others);
  const counts = isDocument(sum) && Object.keys(sum).length === 1 && sum.$sum === 1;
  return counts && more.length === 0 && (id === null || isNumber(id))
    ? { id: id as unknown, field }
    : undefined;
}

/** The count that `countDocuments` sends: `$match`, `$skip`, `$limit`, and a `$group` of everything. Every other pipeline is refused. */
export function countOfPipeline(pipeline: readonly Document[]) {
  const rest = [...pipeline];
  const next = (name: string): unknown => (stageName(rest[0]) === name ? rest.shift()?.[name] : undefined);
  const filter = next('$match') ?? {};
  if (!isDocument(filter)) return fail(15959, 'the match filter must be an expression in an object');
  const [skip, limit] = [next('$skip'), next('$limit')];
  const counted = countStage(next('$group'));
  if (!counted || rest.length > 0)
    notOffered(
      `an aggregation that is no countDocuments${rest.length > 0 ? ` (${stageName(rest[0])})` : ''}`,
    );
  const query: Find = {
    filter,
    skip: skip === undefined ? undefined : wholeOf('$skip', skip, 0),
    limit: limit === undefined ? undefined : wholeOf('$limit', limit, 1),
  };
  return { query, ...counted };
}

/** A change stream, or the count that `countDocuments` sends; every other pipeline is refused. */
export const aggregate: Handler = async (request) => {
  const { command, server } = request;
  const pipeline: unknown = command.pipeline;
  checkPipeline(pipeline);
  if (stageName(pipeline[0]) === '$changeStream') return openChangeStream(request, pipeline);
  if (typeof command.aggregate !== 'string') notOffered('an aggregation without a collection');
  documentOf(command.cursor, 'aggregate.cursor');
  const { query, id, field } = countOfPipeline(pipeline);
  const n = countRecords(entriesOf(request), collectionOf(request), query);
  const found = n > 0 ? [toBson({ _id: id, [field]: n })] : [];
  return server.cursors.start(namespaceOf(request), found.values());
};
