import type { Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Entries } from '../catalog/transaction';
import { walk } from '../catalog/transaction';
import { cutBound, documentKey, documentRange, PREFIX_LENGTH, recordOf, shortened } from '../storage/keys';
import { planFor, type Plan, type Query } from './plan';

export type Candidate = readonly [record: number, raw: Buffer];

export interface Scan {
  readonly candidates: Iterable<Candidate>;
  readonly sorted: boolean;
  /** The scanned indexes; none means the whole collection. */
  readonly indexes: readonly string[];
}

function* recordsIn(entries: Entries, plan: Plan): Generator<number> {
  const ranges = plan.reverse ? [...plan.ranges].reverse() : plan.ranges;
  for (const [low, high] of ranges) {
    if (plan.point) {
      const key = low.slice(0, PREFIX_LENGTH) + shortened(low.slice(PREFIX_LENGTH));
      const record = entries.get(key);
      if (typeof record === 'number') yield record;
    } else {
      for (const { value } of walk(entries, cutBound(low, 'low'), cutBound(high, 'high'), plan.reverse)) {
        yield value as number;
      }
    }
  }
}

function* byIndex(entries: Entries, { id }: Collection, plans: readonly Plan[]): Generator<Candidate> {
  const seen = plans.length > 1 || plans[0]?.repeats ? new Set<number>() : null;
  for (const plan of plans) {
    for (const record of recordsIn(entries, plan)) {
      if (seen?.has(record)) continue;
      seen?.add(record);
      const raw = entries.get(documentKey(id, record));
      if (Buffer.isBuffer(raw)) yield [record, raw];
    }
  }
}

function* wholeCollection(entries: Entries, { id }: Collection): Generator<Candidate> {
  const { low, high } = documentRange(id);
  for (const { key, value } of walk(entries, low, high, false)) yield [recordOf(key), value as Buffer];
}

function branchPlans(collection: Collection, { filter, sort, hint }: Query): Plan[] | null {
  if (!Array.isArray(filter.$or) || sort) return null;
  const plans = (filter.$or as Document[]).map((branch) => planFor(collection, { filter: branch, hint }));
  return plans.every((plan) => plan !== null) ? plans : null;
}

/** Candidates for a filter (callers test them again), through indexes where they help. */
export function scan(entries: Entries, collection: Collection, query: Query): Scan {
  const plan = planFor(collection, query);
  const plans = plan ? [plan] : branchPlans(collection, query);
  if (!plans) return { candidates: wholeCollection(entries, collection), sorted: false, indexes: [] };
  return {
    candidates: byIndex(entries, collection, plans),
    sorted: plan?.sorted ?? false,
    indexes: plans.map(({ index }) => index.name),
  };
}
