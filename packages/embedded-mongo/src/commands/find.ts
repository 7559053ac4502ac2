import { decodeTyped } from '../bson/codec';
import { keyOf } from '../bson/encode';
import { valueAt } from '../bson/paths';
import { fail } from '../errors';
import type { Collection } from '../catalog/collection';
import type { Entries } from '../catalog/transaction';
import { findInTurns, type Find } from '../read/find';
import { inTurns, type Deadline } from '../read/turns';
import { documentKey } from '../storage/keys';
import { projector } from '../read/projection';
import {
  collectionOf,
  countOf,
  deadlineOf,
  documentOf,
  entriesOf,
  namespaceOf,
  numberOf,
  type Handler,
  type Request,
} from './request';

/** The documents of a query, cut; 175 once their collection is dropped. */
function* documentsOf(request: Request, query: Find, cut: (raw: Buffer) => Buffer): Generator<Buffer | null> {
  const { catalogue } = request.server.store;
  const collection = collectionOf(request);
  const check = () => {
    if (collection && catalogue.get(collection.namespace)?.id !== collection.id)
      fail(175, 'collection dropped');
  };
  for (const step of findInTurns(entriesOf(request), collection, query)) {
    check();
    yield step && cut(step[1]);
  }
  check();
}

export const find: Handler = (request) => {
  const { command, server } = request;
  const query: Find = {
    filter: documentOf(command.filter, 'find.filter'),
    sort: documentOf(command.sort, 'find.sort'),
    hint: command.hint,
    skip: countOf(command.skip, 'find.skip'),
    limit: countOf(command.limit, 'find.limit'),
  };
  const cut = projector(documentOf(command.projection, 'find.projection'));
  const size = countOf(command.batchSize, 'find.batchSize');
  return server.cursors.start(namespaceOf(request), documentsOf(request, query, cut), {
    size,
    single: Boolean(command.singleBatch),
    deadline: deadlineOf(request),
  });
};

/** How many records a query has. */
export async function countFound(
  entries: Entries,
  collection: Collection | undefined,
  query: Find,
  deadline: Deadline,
): Promise<number> {
  if (collection && Object.keys(query.filter).length === 0 && !query.skip && !query.limit)
    return countAll(entries, collection, deadline);
  let found = 0;
  for await (const _ of inTurns(findInTurns(entries, collection, query), deadline)) found += 1;
  return found;
}

/** Keys that are counted in a turn. */
const PART = 10_000;

async function countAll(entries: Entries, collection: Collection, deadline: Deadline): Promise<number> {
  const counted = function* () {
    for (let from = 0; from < collection.nextRecord; from += PART) {
      yield entries.count(documentKey(collection.id, from), documentKey(collection.id, from + PART));
      yield null;
    }
  };
  let total = 0;
  for await (const part of inTurns(counted(), deadline)) total += part;
  return total;
}

export const count: Handler = async (request) => {
  const { command } = request;
  const collection = collectionOf(request);
  const query = { filter: documentOf(command.query, 'count.query') };
  const skip = countOf(command.skip, 'count.skip');
  const limit = Math.abs(numberOf(command.limit, 'count.limit') ?? 0);
  const find = { ...query, skip, limit, hint: command.hint };
  return { n: await countFound(entriesOf(request), collection, find, deadlineOf(request)), ok: 1 };
};

export const distinct: Handler = async (request) => {
  const { command } = request;
  const query = { filter: documentOf(command.query, 'distinct.query'), hint: command.hint };
  const path = String(command.key).split('.');
  const found = new Map<string, unknown>();
  const steps = findInTurns(entriesOf(request), collectionOf(request), query);
  for await (const [, raw] of inTurns(steps, deadlineOf(request))) {
    const value = valueAt(decodeTyped(raw), path);
    for (const one of Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]) {
      const known = keyOf(one);
      if (!found.has(known)) found.set(known, one);
    }
  }
  return { values: [...found.values()], ok: 1 };
};
