import { decodeTyped } from '../bson/codec';
import { keyOf } from '../bson/encode';
import { valueAt } from '../bson/paths';
import { fail } from '../errors';
import { documentRange } from '../storage/keys';
import { countRecords, findRecords, type Find } from '../read/find';
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

/** The documents of a query, cut; 175 once their collection is dropped. */
function* documentsOf(request: Request, query: Find, cut: (raw: Buffer) => Buffer): Generator<Buffer> {
  const { catalogue } = request.server.store;
  const collection = collectionOf(request);
  const check = () => {
    if (collection && catalogue.get(collection.namespace)?.id !== collection.id)
      fail(175, 'collection dropped');
  };
  for (const [, raw] of findRecords(entriesOf(request), collection, query)) {
    check();
    yield cut(raw);
  }
  check();
}

export const find: Handler = (request) => {
  const { command, server } = request;
  const query: Find = {
    filter: documentOf(command.filter, 'find.filter'),
    sort: documentOf(command.sort, 'find.sort'),
    skip: countOf(command.skip, 'find.skip'),
    limit: countOf(command.limit, 'find.limit'),
  };
  const cut = projector(documentOf(command.projection, 'find.projection'));
  const size = countOf(command.batchSize, 'find.batchSize');
  return server.cursors.start(
    namespaceOf(request),
    documentsOf(request, query, cut),
    size,
    Boolean(command.singleBatch),
  );
};

export const count: Handler = (request) => {
  const { command } = request;
  const collection = collectionOf(request);
  const query = { filter: documentOf(command.query, 'count.query') };
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
  const query = { filter: documentOf(command.query, 'distinct.query') };
  const path = String(command.key).split('.');
  const found = new Map<string, unknown>();
  for (const [, raw] of findRecords(entriesOf(request), collectionOf(request), query)) {
    const value = valueAt(decodeTyped(raw), path);
    for (const one of Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]) {
      const known = keyOf(one);
      if (!found.has(known)) found.set(known, one);
    }
  }
  return { values: [...found.values()], ok: 1 };
};
