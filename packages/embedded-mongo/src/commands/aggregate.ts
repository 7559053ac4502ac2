import { checkPipeline, runPipeline, stageName } from '../aggregate/pipeline';
import { decode, toBson } from '../bson/codec';
import { pick } from '../bson/pick';
import { isDocument, type Document } from '../bson/values';
import type { Entries } from '../catalog/transaction';
import { fail } from '../errors';
import { documentRange } from '../storage/keys';
import { countRecords, findRecords, type Find } from '../read/find';
import { explainQuery } from './explain';
import { writeOut } from './out-and-merge';
import { countStage, fieldsRead, leadingQuery } from './pipeline-source';
import {
  collectionOf,
  countOf,
  entriesOf,
  foldFor,
  letOf,
  numberOf,
  type Handler,
  type Request,
} from './request';

function all(request: Request, entries: Entries, name: string, filter: Document): Document[] {
  const collection = request.server.store.catalogue.get(`${request.database}.${name}`);
  return [...findRecords(entries, collection, { filter })].map(([, raw]) => decode(raw));
}

function resultsOf(request: Request, pipeline: readonly Document[], entries: Entries): Document[] {
  const { command } = request;
  const variables = letOf(request);
  const collection = typeof command.aggregate === 'string' ? collectionOf(request) : undefined;
  const fold = foldFor(command.collation, collection);
  const { query, rest } = leadingQuery(pipeline);
  const maxTimeMS = numberOf(command.maxTimeMS, 'aggregate.maxTimeMS');
  const find: Find = { ...query, fold, hint: command.hint as unknown, maxTimeMS, variables };
  const counted = countStage(rest);
  if (counted) {
    const whole = collection && Object.keys(find.filter).length === 0 && !find.skip && !find.limit;
    const range = whole ? documentRange(collection.id) : undefined;
    const n = range ? entries.count(range.low, range.high) : countRecords(entries, collection, find);
    return n > 0 ? [{ _id: counted.id, [counted.field]: n }] : [];
  }
  const fields = fieldsRead(rest);
  const documents = [...findRecords(entries, collection, find)].map(([, raw]) =>
    fields ? pick(raw, fields) : decode(raw),
  );
  return runPipeline(documents, rest, {
    variables,
    fold,
    collection: (name) => all(request, entries, name, {}),
    lookup: (name, field, value) => all(request, entries, name, { [field]: { $eq: value } }),
  });
}

export const aggregate: Handler = async (request) => {
  const { command, server, database } = request;
  const pipeline: unknown = command.pipeline;
  checkPipeline(pipeline);
  if (typeof command.aggregate !== 'string')
    fail(303, 'aggregations without a collection are not supported by the embedded server');
  if (command.explain) return explainQuery(request, String(command.aggregate), leadingQuery(pipeline).query);
  const namespace = `${database}.${String(command.aggregate)}`;
  const last = pipeline.at(-1);
  if (last && ['$out', '$merge'].includes(stageName(last))) {
    await writeOut(request, last, (entries) => resultsOf(request, pipeline.slice(0, -1), entries));
    return server.cursors.start(namespace, [].values());
  }
  const cursor = isDocument(command.cursor) ? command.cursor : {};
  const results = resultsOf(request, pipeline, entriesOf(request));
  const documents = results.map(toBson).values();
  return server.cursors.start(namespace, documents, countOf(cursor.batchSize, 'aggregate.cursor.batchSize'));
};
