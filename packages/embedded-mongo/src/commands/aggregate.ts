import { isDeepStrictEqual } from 'node:util';
import { toBson } from '../bson/codec';
import { wrap } from '../bson/pick';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { findInTurns, type Find } from '../read/find';
import { projector } from '../read/projection';
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

/** Parses one read: `$match`, `$sort`, `$skip`, `$limit`, `$project` and a `$set` that adds a number under the name `_read`. */
function readOf(collection: string, pipeline: readonly Document[]) {
  const rest = [...pipeline];
  const next = (name: string): unknown => (stageName(rest[0]) === name ? rest.shift()?.[name] : undefined);
  const filter = next('$match') ?? {};
  if (!isDocument(filter)) return fail(15959, 'the match filter must be an expression in an object');
  const sort = documentOf(next('$sort'), '$sort');
  const [skip, limit] = [wholeOf('$skip', next('$skip'), 0), wholeOf('$limit', next('$limit'), 1)];
  const cut = projector(documentOf(next('$project'), '$project'));
  const { _read: number, ...others } = (rest[0]?.$set ?? {}) as Document;
  const isNumbered = isNumber(number) && Object.keys(others).length === 0;
  const end = isNumbered && toBson(next('$set') as Document).subarray(4, -1);
  /** What the read returns for a stored document; null without a number. */
  const shape = end ? (raw: Buffer): Buffer => Buffer.concat(wrap([cut(raw).subarray(4, -1), end])) : null;
  return { collection, query: { filter, sort, skip, limit }, shape, rest };
}

/** The numbered reads of a pipeline, all but the first in a `$unionWith`; null for any other pipeline. */
export function readsOf(collection: string, pipeline: readonly Document[]) {
  const first = readOf(collection, pipeline);
  const others = first.rest.map(({ $unionWith: other }) =>
    isDocument(other) && typeof other.coll === 'string' && Array.isArray(other.pipeline)
      ? readOf(other.coll, other.pipeline as Document[])
      : null,
  );
  const isWhole = others.every((each) => each?.shape && each.rest.length === 0);
  return first.shape && isWhole ? [first, ...others.filter((each) => each !== null)] : null;
}

/** What `countDocuments` counts. Every other pipeline is refused. */
export function countedBy(collection: string, pipeline: readonly Document[]): Find {
  const { query, rest } = readOf(collection, pipeline);
  const isCount = isDeepStrictEqual(rest[0]?.$group, COUNT);
  if (!isCount || rest.length > 1) {
    const other = stageName(rest[isCount ? 1 : 0]);
    return notOffered(`an aggregation that is no countDocuments${other && ` (${other})`}`);
  }
  return query;
}

/** A change stream, numbered reads, or the count that `countDocuments` sends; every other pipeline is refused. */
export const aggregate: Handler = async (request) => {
  const { command, server } = request;
  const { pipeline, aggregate: on } = command;
  checkPipeline(pipeline);
  if (stageName(pipeline[0]) === '$changeStream') return openChangeStream(request, pipeline);
  if (typeof on !== 'string') return notOffered('an aggregation without a collection');
  const size = countOf(
    documentOf(command.cursor, 'aggregate.cursor').batchSize,
    'aggregate.cursor.batchSize',
  );
  const reads = readsOf(on, pipeline);
  const deadline = deadlineOf(request);
  const entries = entriesOf(request);
  const found = function* () {
    for (const { collection, query, shape } of reads ?? []) {
      const stored = server.store.catalogue.get(namespaceOf(request, collection));
      for (const step of findInTurns(entries, stored, query)) yield step && shape!(step[1]);
    }
  };
  if (reads) return server.cursors.start(namespaceOf(request), found(), { size, deadline });
  const n = await countFound(entries, collectionOf(request), countedBy(on, pipeline), deadline);
  const counted = n > 0 ? [toBson({ _id: 1, n })] : [];
  return server.cursors.start(namespaceOf(request), counted.values(), { size });
};
