import { keyOf } from '../bson/encode';
import type { Document } from '../bson/values';
import { compile } from '../query/compile';
import type { Test } from '../query/comparison';

export interface Index {
  readonly id: number;
  readonly name: string;
  /** All keys ascend, whatever the directions of the pattern: a scan can go either way. */
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** The filter of a partial index. */
  readonly filter?: Document;
  readonly includes?: Test;
  readonly spec: Document;
  /** A document can have more than one key in it. */
  multikey: boolean;
  /** Some keys are decimals, or cut and end in a hash: they do not sort like their values. */
  long: boolean;
}

export interface Collection {
  readonly id: number;
  namespace: string;
  nextRecord: number;
  indexes: Index[];
}

export interface StoredIndex {
  readonly id: number;
  readonly spec: Document;
  readonly multikey?: boolean;
  readonly long?: boolean;
}

/** The fields of an index and their directions. */
export const keyPattern = (index: Index): Document => index.spec.key as Document;

/** Whether a command means this index, by its name or its keys. */
export const isMeant = ({ name, spec }: Index, wanted: unknown): boolean =>
  typeof wanted === 'string' ? wanted === name : keyOf(spec.key) === keyOf(wanted);

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
