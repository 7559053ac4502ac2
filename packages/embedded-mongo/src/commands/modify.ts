import { decodeTyped, toBson } from '../bson/codec';
import { isOperators, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { writeDocument } from '../index-keys/write-document';
import { findRecords } from '../read/find';
import type { Candidate } from '../plan/scan';
import { documentKey } from '../storage/keys';
import { applyUpdate } from '../update/apply';
import { upsertDocument } from '../update/upsert';

/** One statement of `update`, `delete` or `findAndModify`. */
export interface Statement {
  /** Numbers have their stored types, because an upsert stores them. */
  readonly filter: Document;
  /** null deletes. */
  readonly update: unknown;
  readonly multi: boolean;
  readonly upsert?: boolean;
  readonly arrayFilters?: readonly Document[] | undefined;
  readonly sort?: Document | undefined;
}

export interface Outcome {
  matched: number;
  changed: number;
  upserted?: unknown;
  before?: Document;
  after?: Document;
}

function change(
  store: Store,
  entries: Entries,
  collection: Collection,
  [record, raw]: Candidate,
  statement: Statement,
  outcome: Outcome,
) {
  const before = decodeTyped(raw);
  outcome.before = before;
  if (statement.update === null) {
    writeDocument(store, entries, collection, { record, before, after: null, raw: null });
    outcome.changed += 1;
    return;
  }
  const after = applyUpdate(before, statement.update, statement);
  const stored = toBson(after);
  outcome.after = after;
  if (stored.equals(raw)) return;
  writeDocument(store, entries, collection, {
    record,
    before,
    after,
    raw: stored,
    replaced: !isOperators(statement.update),
  });
  outcome.changed += 1;
}

/** Finds, then changes, or upserts if nothing was found. No transaction holds any of the records before the first change. */
export function modify(store: Store, entries: Entries, namespace: string, statement: Statement): Outcome {
  const collection = store.catalogue.get(namespace);
  const outcome: Outcome = { matched: 0, changed: 0 };
  const found = [...findRecords(entries, collection, { ...statement, limit: statement.multi ? 0 : 1 })];
  if (collection) {
    if (!entries.transaction)
      for (const [record] of found) store.assertFree(documentKey(collection.id, record));
    for (const one of found) {
      outcome.matched += 1;
      change(store, entries, collection, one, statement, outcome);
    }
  }
  if (outcome.matched > 0 || !statement.upsert) return outcome;
  const target = store.catalogue.ensure(namespace);
  const after = upsertDocument(statement.filter, statement.update, statement);
  writeDocument(store, entries, target, {
    record: target.nextRecord,
    before: null,
    after,
    raw: toBson(after),
  });
  target.nextRecord += 1;
  return { matched: 1, changed: 0, upserted: after._id as unknown, after };
}
