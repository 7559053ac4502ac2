import { sortBy } from './sort';
import { decode, decodeTyped } from '../bson/codec';
import { topOf } from '../bson/paths';
import { pick } from '../bson/pick';
import type { Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Entries } from '../catalog/transaction';
import { scan, type Candidate } from '../plan/scan';
import { compile } from '../query/compile';
import { fieldsOf, readsNumberTypes } from '../query/fields';

export interface Find {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  /** 0 or undefined for all. */
  readonly limit?: number | undefined;
}

const isEmpty = (document: Document) => Object.keys(document).length === 0;
/** The sort of a query, where it has one. */
export const sortOf = ({ sort }: Find): Document | undefined => (!sort || isEmpty(sort) ? undefined : sort);

function* matching(candidates: Iterable<Candidate>, find: Find): Generator<Candidate> {
  const all = isEmpty(find.filter);
  const test = compile(find.filter);
  const fields = fieldsOf(find.filter);
  const read = readsNumberTypes(find.filter) ? decodeTyped : decode;
  for (const candidate of candidates) {
    const [, raw] = candidate;
    if (all || test(fields ? pick(raw, fields, read) : read(raw))) yield candidate;
  }
}

function sorted(candidates: Iterable<Candidate>, sort: Document): Candidate[] {
  const fields = new Map(Object.keys(sort).map((path) => [topOf(path), true as const]));
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

/** The records of a query, in order; documents are decoded only when needed. */
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
  const found = scan(entries, collection, { filter: find.filter, sort });
  const matches = matching(found.candidates, find);
  yield* slice(sort && !found.sorted ? sorted(matches, sort) : matches, find);
}

export function countRecords(entries: Entries, collection: Collection | undefined, find: Find): number {
  let found = 0;
  for (const record of findRecords(entries, collection, find)) found += record ? 1 : 0;
  return found;
}
