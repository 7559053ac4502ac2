import { SortedRuns } from './sort';
import { decode, decodeTyped } from '../bson/codec';
import { topOf } from '../bson/paths';
import { pick } from '../bson/pick';
import type { Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Entries } from '../catalog/transaction';
import type { Query } from '../plan/plan';
import { scan, type Candidate } from '../plan/scan';
import { compile } from '../query/compile';
import { documentKey } from '../storage/keys';
import { fieldsOf, readsNumberTypes } from '../query/fields';

export interface Find extends Query {
  readonly skip?: number | undefined;
  /** 0 or undefined for all. */
  readonly limit?: number | undefined;
}

const isEmpty = (document: Document) => Object.keys(document).length === 0;
/** The sort of a query, where it has one. */
export const sortOf = ({ sort }: Find): Document | undefined => (!sort || isEmpty(sort) ? undefined : sort);

/** A record that was found; null in between, where other requests can have a turn. */
export type Step = Candidate | null;
/** So many candidates are tested in a turn. */
const TURN = 50;

function* matching(candidates: Iterable<Candidate>, find: Find): Generator<Step> {
  const all = isEmpty(find.filter);
  const test = compile(find.filter);
  const fields = fieldsOf(find.filter);
  const read = readsNumberTypes(find.filter) ? decodeTyped : decode;
  let tested = 0;
  for (const candidate of candidates) {
    const [, raw] = candidate;
    if (++tested % TURN === 0) yield null;
    if (all || test(fields ? pick(raw, fields, read) : read(raw))) yield candidate;
  }
}

/** Sorts in runs of some records, and merges them, so that no turn is long. With a limit, only so many are held. */
function* sorted(steps: Iterable<Step>, sort: Document, { skip = 0, limit = 0 }: Find): Generator<Step> {
  const fields = new Map(Object.keys(sort).map((path) => [topOf(path), true as const]));
  const runs = new SortedRuns<Candidate>(([, raw]) => pick(raw, fields), sort, limit > 0 ? skip + limit : 0);
  for (const step of steps) {
    if (step) runs.add(step);
    else yield null;
  }
  let sent = 0;
  for (const candidate of runs.merged()) {
    if (++sent % TURN === 0) yield null;
    yield candidate;
  }
}

function* slice(steps: Iterable<Step>, { skip = 0, limit = 0 }: Find): Generator<Step> {
  let passed = 0;
  for (const candidate of steps) {
    if (!candidate) {
      yield null;
      continue;
    }
    passed += 1;
    if (passed > skip) yield candidate;
    if (limit > 0 && passed >= skip + limit) return;
  }
}

/** The records of a query, in order, with pauses; documents are decoded only when needed. */
export function* findInTurns(
  entries: Entries,
  collection: Collection | undefined,
  find: Find,
): Generator<Step> {
  if (!collection) {
    compile(find.filter);
    return;
  }
  const sort = sortOf(find);
  const found = scan(entries, collection, { ...find, sort });
  const matches = matching(found.candidates, find);
  yield* slice(sort && !found.sorted ? sorted(matches, sort, find) : matches, find);
}

/** Those of the records that match the filter now. */
export const stillFound = (
  entries: Entries,
  { id }: Collection,
  records: readonly number[],
  filter: Document,
) =>
  [
    ...matching(
      records.flatMap((record): Candidate[] => {
        const raw = entries.get(documentKey(id, record));
        return Buffer.isBuffer(raw) ? [[record, raw]] : [];
      }),
      { filter },
    ),
  ].filter((step) => step !== null);

/** The records of a query at once, for a commit. */
export function* findRecords(
  entries: Entries,
  collection: Collection | undefined,
  find: Find,
): Generator<Candidate> {
  for (const step of findInTurns(entries, collection, find)) if (step) yield step;
}
