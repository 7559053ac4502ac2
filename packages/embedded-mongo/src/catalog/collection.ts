import type { Document } from '../bson/values';
import { compile } from '../query/compile';
import type { Test } from '../query/comparison';

export interface Index {
  readonly id: number;
  readonly name: string;
  /** All ascending in its keys, whatever the directions of its pattern: it is walked either way. */
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Of a partial index: which documents are in it. */
  readonly filter?: Document;
  readonly includes?: Test;
  readonly spec: Document;
  /** A document has more than one key in it. */
  multikey: boolean;
  /** Some keys are cut and end in a hash, or are decimals: not in the order of their values. */
  long: boolean;
}

export interface Collection {
  readonly id: number;
  namespace: string;
  nextRecord: number;
  indexes: Index[];
}

/** What is stored of an index. */
export interface StoredIndex {
  readonly id: number;
  readonly spec: Document;
  readonly multikey?: boolean;
  readonly long?: boolean;
}

/** The fields of an index and their directions. */
export const keyPattern = (index: Index): Document => index.spec.key as Document;

/** An index ready for use. */
export function indexFrom({ id, spec, multikey = false, long = false }: StoredIndex): Index {
  const filter = spec.partialFilterExpression as Document | undefined;
  return {
    id,
    name: String(spec.name),
    fields: Object.keys(spec.key as Document),
    unique: Boolean(spec.unique),
    sparse: Boolean(spec.sparse),
    ...(filter ? { filter, includes: compile(filter) } : {}),
    spec,
    multikey,
    long,
  };
}

export const ID_INDEX = { v: 2, key: { _id: 1 }, name: '_id_' } as const;
