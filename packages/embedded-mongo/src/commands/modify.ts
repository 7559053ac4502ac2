import { decodeTyped, toBson } from '../bson/codec';
import { hasIntegers, inOrderOf } from '../bson/pick';
import { isOperators, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { documentEnd } from '../wire/check-bson';
import { checkId } from './insert-document';
import { writeDocument } from '../index-keys/write-document';
import { findInTurns, findRecords, stillFound } from '../read/find';
import { inTurns, type Deadline } from '../read/turns';
import { planFor } from '../plan/plan';
import type { Candidate } from '../plan/scan';
import { documentKey } from '../storage/keys';
import { applyUpdate } from '../update/apply';
import { describe, type Step } from '../update/describe';
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
  readonly hint?: unknown;
}

export interface Outcome {
  matched: number;
  changed: number;
  upserted?: unknown;
  before?: Document;
  after?: Document;
}

/** The stored form; 15 if an update has made the document too deep. */
function encode(document: Document): Buffer {
  const bytes = toBson(document);
  documentEnd(bytes, 0, bytes.length);
  return bytes;
}

const REPLACING = new Set(['$set', '$min', '$max']);

/** The stored form of an update by operators. Fields keep their order, though JavaScript sorts names that are integers. */
function encodeUpdate(before: Buffer, after: Document, steps: readonly Step[]): Buffer {
  if (!hasIntegers(after)) return encode(after);
  const replaced = steps.filter(({ operator }) => REPLACING.has(operator));
  return inOrderOf(before, encode(after), new Set(replaced.map(({ keys }) => keys.join('.'))));
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
  const steps: Step[] = [];
  const after = applyUpdate(before, statement.update, { ...statement, steps });
  const isByOperators = isOperators(statement.update);
  const stored = isByOperators ? encodeUpdate(raw, after, steps) : encode(after);
  outcome.after = after;
  if (stored.equals(raw)) return;
  writeDocument(store, entries, collection, {
    record,
    before,
    after,
    raw: stored,
    description: isByOperators ? describe(before, after, steps) : undefined,
  });
  outcome.changed += 1;
}

/** What a statement found before its commit, in turns with other requests. */
interface Preview {
  readonly collection: Collection;
  readonly records: readonly number[];
  /** The engine's count of changes when the search began. */
  readonly changes: number;
}

/** The only record that was found has changed meanwhile: search again. */
export class Again extends Error {}

/** Collections up to this size are searched within the commit. */
const SMALL = 1000;

/** Searches for a statement outside of the commit, so that a long search lets other requests run; undefined where it is short. */
export async function preview(
  store: Store,
  namespace: string,
  statement: Statement,
  deadline: Deadline,
): Promise<Preview | undefined> {
  const collection = store.catalogue.get(namespace);
  if (!collection || collection.nextRecord <= SMALL) return undefined;
  const find = { ...statement, limit: statement.multi ? 0 : 1 };
  if (planFor(collection, find)?.point) return undefined;
  const { changes } = store.engine;
  const records: number[] = [];
  for await (const [record] of inTurns(findInTurns(store, collection, find), deadline)) records.push(record);
  return { collection, records, changes };
}

function search(
  store: Store,
  entries: Entries,
  collection: Collection | undefined,
  statement: Statement,
  before: Preview | undefined,
): readonly Candidate[] {
  const { filter, multi, upsert } = statement;
  // an upsert that found nothing must find nothing now, either
  const isOld = upsert && before?.records.length === 0 && before.changes !== store.engine.changes;
  if (!collection || !before || before.collection !== collection || isOld)
    return [...findRecords(entries, collection, { ...statement, limit: multi ? 0 : 1 })];
  const found = stillFound(entries, collection, before.records, filter);
  if (!multi && found.length < before.records.length) throw new Again();
  return found;
}

/** Finds, then changes, or upserts if nothing was found. No transaction holds any of the records before the first change. */
export function modify(
  store: Store,
  entries: Entries,
  namespace: string,
  statement: Statement,
  before?: Preview,
): Outcome {
  const collection = store.catalogue.get(namespace);
  const outcome: Outcome = { matched: 0, changed: 0 };
  const found = search(store, entries, collection, statement, before);
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
  checkId(after._id);
  writeDocument(store, entries, target, {
    record: target.nextRecord,
    before: null,
    after,
    raw: encode(after),
  });
  target.nextRecord += 1;
  return { matched: 1, changed: 0, upserted: after._id as unknown, after };
}
