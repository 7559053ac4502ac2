import { decodeTyped, toBson } from '../bson/codec';
import { keyOf } from '../bson/encode';
import { topOf, valueAt } from '../bson/paths';
import { pick } from '../bson/pick';
import { documentRange } from '../storage/keys';
import { countRecords, documentsOf, findRecords, type Find } from '../read/find';
import { projector } from '../read/projection';
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

/** What `find`, `count` and `distinct` say alike. */
function queryOf(request: Request, filter: unknown): Find {
  const { command, name } = request;
  return {
    filter: documentOf(filter, `${name}.filter`),
    hint: command.hint as unknown,
    maxTimeMS: numberOf(command.maxTimeMS, `${name}.maxTimeMS`),
  };
}

export const find: Handler = (request) => {
  const { command, server } = request;
  const query: Find = {
    ...queryOf(request, command.filter),
    sort: documentOf(command.sort, 'find.sort'),
    skip: countOf(command.skip, 'find.skip'),
    limit: countOf(command.limit, 'find.limit'),
  };
  const cut = projector(documentOf(command.projection, 'find.projection'), query.filter);
  const whole = Object.keys((command.projection ?? {}) as object).length === 0;
  const documents = (function* () {
    for (const raw of documentsOf(request, namespaceOf(request), query))
      yield whole ? raw : toBson(cut(decodeTyped(raw)));
  })();
  const size = countOf(command.batchSize, 'find.batchSize');
  return server.cursors.start(namespaceOf(request), documents, size, Boolean(command.singleBatch));
};

export const count: Handler = (request) => {
  const { command } = request;
  const collection = collectionOf(request);
  const query = queryOf(request, command.query);
  const skip = countOf(command.skip, 'count.skip');
  const limit = Math.abs(numberOf(command.limit, 'count.limit') ?? 0);
  if (collection && Object.keys(query.filter).length === 0 && !skip && limit === 0) {
    const { low, high } = documentRange(collection.id);
    return { n: entriesOf(request).count(low, high), ok: 1 };
  }
  return { n: countRecords(entriesOf(request), collection, { ...query, skip, limit }), ok: 1 };
};

export const distinct: Handler = (request) => {
  const { command } = request;
  const query = queryOf(request, command.query);
  const key = String(command.key);
  const [path, fields] = [key.split('.'), new Set([topOf(key)])];
  const found = new Map<string, unknown>();
  for (const [, raw] of findRecords(entriesOf(request), collectionOf(request), query)) {
    const value = valueAt(pick(raw, fields, decodeTyped), path);
    for (const one of Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]) {
      const known = keyOf(one);
      if (!found.has(known)) found.set(known, one);
    }
  }
  return { values: [...found.values()], ok: 1 };
};
