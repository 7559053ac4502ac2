import { decodeTyped, toBson } from '../bson/codec';
import { isDocument, isNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { countRecords, documentsOf, type Find } from '../read/find';
import { projector } from '../read/projection';
import { openChangeStream } from './change-stream';
import { explainQuery } from './explain';
import { checkPipeline, leadingQuery, ORDER, stageName } from './pipeline';
import {
  collectionOf,
  countOf,
  documentOf,
  entriesOf,
  namespaceOf,
  numberOf,
  type Handler,
  type Request,
} from './request';

/** The id and the field of `$count`, and of the `{ $group: { _id: constant, n: { $sum: 1 } } }` that `countDocuments` sends. */
function countStage(stage: Document): { readonly id?: unknown; readonly field: string } | undefined {
  if (typeof stage.$count === 'string' && /^[^$.]+$/.test(stage.$count)) return { field: stage.$count };
  if ('$count' in stage) return fail(40156, 'the count field must be a non-empty string without $ and dots');
  if (!isDocument(stage.$group)) return undefined;
  const { _id: id, ...others } = stage.$group;
  const [[field, sum] = ['', undefined], ...more] = Object.entries(others);
  const counts = isDocument(sum) && Object.keys(sum).length === 1 && sum.$sum === 1;
  const constant = id === null || isNumber(id);
  return counts && constant && more.length === 0 ? { id, field } : undefined;
}

function* resultsOf(request: Request, pipeline: readonly Document[]): Generator<Buffer> {
  const { command } = request;
  const { query, rest } = leadingQuery(pipeline);
  const maxTimeMS = numberOf(command.maxTimeMS, 'aggregate.maxTimeMS');
  const find: Find = { ...query, hint: command.hint as unknown, maxTimeMS };
  const [stage, ...more] = rest;
  const counted = stage && countStage(stage);
  if (counted) {
    if (more.length > 0) notOffered(`${stageName(more[0] ?? {})} after a count`);
    const n = countRecords(entriesOf(request), collectionOf(request), find);
    if (n > 0)
      yield toBson('id' in counted ? { _id: counted.id, [counted.field]: n } : { [counted.field]: n });
    return;
  }
  const left = stage && (stageName(stage) === '$project' ? more[0] : stage);
  if (left) {
    const name = stageName(left);
    if (name === '$group') notOffered('$group other than a count of everything');
    notOffered(
      ORDER.includes(name)
        ? `${name} after a later stage ($match, $sort, $skip, $limit, $project is the order)`
        : name,
    );
  }
  const spec = stage ? documentOf(stage.$project, '$project') : {};
  if (stage && Object.keys(spec).length === 0)
    fail(51272, 'projection specification must have at least one field');
  const cut = projector(spec, {}, 'aggregate');
  for (const raw of documentsOf(request, namespaceOf(request), find))
    yield stage ? toBson(cut(decodeTyped(raw))) : raw;
}

/** A query, a count or a change stream written as a pipeline; every other stage is refused. */
export const aggregate: Handler = async (request) => {
  const { command, server, database } = request;
  const pipeline: unknown = command.pipeline;
  checkPipeline(pipeline);
  const [first] = pipeline;
  if (first && stageName(first) === '$changeStream') return openChangeStream(request, pipeline);
  if (typeof command.aggregate !== 'string') notOffered('an aggregation without a collection');
  if (command.explain) return explainQuery(request, String(command.aggregate), leadingQuery(pipeline).query);
  const cursor = documentOf(command.cursor, 'aggregate.cursor');
  const size = countOf(cursor.batchSize, 'aggregate.cursor.batchSize');
  return server.cursors.start(`${database}.${String(command.aggregate)}`, resultsOf(request, pipeline), size);
};
