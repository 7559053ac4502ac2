import { decodeTyped, toBson } from '../bson/codec';
import { isDocument, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Entries } from '../catalog/transaction';
import { fail } from '../errors';
import { duplicate } from '../index-keys/duplicate';
import { writeDocument } from '../index-keys/write-document';
import { findRecords } from '../read/find';
import { insertDocument } from './insert-document';
import { modify } from './modify';
import type { Request } from './request';
import { durably } from './statements';

function targetOf({ database }: Request, target: unknown): string {
  if (typeof target === 'string') return `${database}.${target}`;
  return isDocument(target)
    ? `${String(target.db ?? database)}.${String(target.coll)}`
    : fail(16990, 'invalid target of $out or $merge');
}

function replaceAll(
  { server: { store } }: Request,
  entries: Entries,
  collection: Collection,
  documents: readonly Document[],
) {
  const old = [...findRecords(entries, collection, { filter: {} })];
  for (const [record, raw] of old) {
    writeDocument(store, entries, collection, { record, before: decodeTyped(raw), after: null, raw: null });
  }
  for (const document of documents) insertDocument(store, entries, collection, toBson(document));
}

const MATCHED = new Set<unknown>(['merge', 'replace', 'keepExisting', 'fail']);
const UNMATCHED = new Set<unknown>(['insert', 'discard', 'fail']);

function updateFor(whenMatched: unknown, document: Document): unknown {
  if (Array.isArray(whenMatched)) return whenMatched;
  const { _id, ...rest } = decodeTyped(toBson(document));
  return whenMatched === 'replace' ? { _id: _id as unknown, ...rest } : { $set: rest };
}

function mergeOne(
  request: Request,
  entries: Entries,
  collection: Collection,
  document: Document,
  spec: Document,
) {
  const { on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = spec;
  const { store } = request.server;
  const filter = Object.fromEntries(
    ([on].flat() as string[]).map((field) => [field, document[field] as unknown]),
  );
  const found = !findRecords(entries, collection, { filter, limit: 1 }).next().done;
  if (!found) {
    if (whenNotMatched === 'fail')
      fail(13113, '$merge could not find a matching document in the target collection');
    if (whenNotMatched === 'insert') insertDocument(store, entries, collection, toBson(document));
    return;
  }
  const [first] = collection.indexes;
  if (whenMatched === 'fail' && first) throw duplicate(collection, first, document);
  if (whenMatched === 'keepExisting') return;
  const update = updateFor(whenMatched, document);
  const statement = {
    filter,
    typedFilter: filter,
    update,
    multi: false,
    fold: undefined,
    variables: { new: document },
  };
  modify(store, entries, collection.namespace, statement);
}

/** `$out` and `$merge`: the pipeline's results written in one commit. */
export async function writeOut(
  request: Request,
  stage: Document,
  results: (entries: Entries) => Document[],
): Promise<void> {
  const { catalogue } = request.server.store;
  if (request.transaction) fail(263, '$out and $merge cannot be used in a transaction');
  const merge =
    '$merge' in stage
      ? isDocument(stage.$merge)
        ? stage.$merge
        : { into: stage.$merge as unknown }
      : undefined;
  const namespace = targetOf(request, merge ? merge.into : stage.$out);
  if (merge && !(Array.isArray(merge.whenMatched) || MATCHED.has(merge.whenMatched ?? 'merge')))
    fail(2, 'unknown whenMatched of $merge');
  if (merge && !UNMATCHED.has(merge.whenNotMatched ?? 'insert')) fail(2, 'unknown whenNotMatched of $merge');
  await durably(
    request,
    () => void catalogue.ensure(namespace),
    (entries) => {
      const documents = results(entries);
      const collection = catalogue.ensure(namespace);
      if (!merge) return replaceAll(request, entries, collection, documents);
      for (const document of documents) mergeOne(request, entries, collection, document, merge);
      return undefined;
    },
  );
}
