import { sortBy } from './sort';
import { decode, decodeTyped } from '../bson/codec';
import { topOf } from '../bson/paths';
import { pick } from '../bson/pick';
import type { Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries, Transaction } from '../catalog/transaction';
import { fail } from '../errors';
import { scan, type Candidate } from '../plan/scan';
import { compile } from '../query/compile';
import { fieldsOf, readsNumberTypes } from '../query/fields';
import { deadline } from './deadline';

/** What `explain` tells. */
export interface Statistics {
  examined: number;
  sorted: boolean;
  indexes: readonly string[];
}

export interface Find {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  /** 0 or undefined for all. */
  readonly limit?: number | undefined;
  readonly hint?: unknown;
  readonly maxTimeMS?: number | undefined;
  readonly statistics?: Statistics | undefined;
}

const isEmpty = (document: Document) => Object.keys(document).length === 0;

function sortOf({ sort }: Find): Document | undefined {
  return !sort || isEmpty(sort) || '$natural' in sort ? undefined : sort;
}

function* matching(candidates: Iterable<Candidate>, find: Find): Generator<Candidate> {
  const all = isEmpty(find.filter);
  const test = compile(find.filter);
  const fields = fieldsOf(find.filter);
  const read = readsNumberTypes(find.filter) ? decodeTyped : decode;
  const tick = deadline(find.maxTimeMS);
  for (const candidate of candidates) {
    tick();
    const [, raw] = candidate;
    if (find.statistics) find.statistics.examined += 1;
    if (all || test(fields ? pick(raw, fields, read) : read(raw))) yield candidate;
  }
}

function sorted(candidates: Iterable<Candidate>, sort: Document): Candidate[] {
  const fields = new Set(Object.keys(sort).map(topOf));
  return sortBy([...candidates], ([, raw]) => pick(raw, fields), sort);
}

function* slice(candidates: Iterable<Candidate>, { skip = 0, limit = 0 }: Find): Generator<Candidate> {
  let passed = 0;
  for (const candidate of candidates) {
    passed += 1;
    if (passed > skip) yield candidate;
    if (limit > 0 && passed >= skip + limit) return;
  }
}

/** The records a query finds, in order; documents stay as stored until someone needs them decoded. */
export function* findRecords(
  entries: Entries,
  collection: Collection | undefined,
  find: Find,
): Generator<Candidate> {
  if (!collection) {
    compile(find.filter);
    return;
  }
  const sort = sortOf(find);
  const natural: unknown = find.sort?.$natural;
  const hint = find.hint ?? (natural === undefined ? undefined : { $natural: natural });
  const found = scan(entries, collection, { filter: find.filter, sort, hint });
  if (find.statistics) Object.assign(find.statistics, { sorted: found.sorted, indexes: found.indexes });
  const matches = matching(found.candidates, find);
  yield* slice(sort && !found.sorted ? sorted(matches, sort) : matches, find);
}

/** How many records a query finds. */
export function countRecords(entries: Entries, collection: Collection | undefined, find: Find): number {
  let found = 0;
  for (const record of findRecords(entries, collection, find)) found += record ? 1 : 0;
  return found;
}

/** What a command runs on. */
interface Source {
  readonly transaction?: Transaction;
  readonly server: { readonly store: Store };
}

/** The documents a query finds, as they are stored; 175 once their collection is dropped. */
export function* documentsOf(
  { transaction, server }: Source,
  namespace: string,
  find: Find,
): Generator<Buffer> {
  const { store } = server;
  const collection = store.catalogue.get(namespace);
  const check = () => {
    if (collection && store.catalogue.get(namespace)?.id !== collection.id) fail(175, 'collection dropped');
  };
  for (const [, raw] of findRecords(transaction ?? store, collection, find)) {
    check();
    yield raw;
  }
  check();
}
