import { encode } from '../bson/encode';
import { KeyWriter } from '../bson/key-writer';
import { wrapperOf, type Document } from '../bson/values';
import type { Index } from '../catalog/collection';
import { indexPrefix, isLongKey, recordBytes, shortened } from '../storage/keys';
import { tuples } from './tuples';

const writer = new KeyWriter();

function pack(values: readonly unknown[]): string {
  writer.clear();
  for (const value of values) encode(value, writer);
  return writer.toString();
}

/** The keys of a document in an index. Marks the index if a document has several keys, or if keys do not sort like values. */
export function keysOf(index: Index, document: Document): string[] {
  if (index.includes && !index.includes(document)) return [];
  if (index.name === '_id_') return [shortened(pack([document._id]))];
  const keys = new Set<string>();
  const slots = index.fields.map((path) => ({ value: document, rest: path.split('.') }));
  for (const values of tuples(slots)) {
    if (index.sparse && values.every((value) => value === undefined)) continue;
    const packed = pack(values);
    if (isLongKey(packed) || values.some((value) => wrapperOf(value) === 'Decimal128')) index.long = true;
    keys.add(shortened(packed));
  }
  if (keys.size > 1) index.multikey = true;
  return [...keys];
}

/** The stored key: a unique index has one entry per value, others one per value and record. */
export const entryKey = (index: Index, key: string, record: number) =>
  indexPrefix(index.id) + key + (index.unique ? '' : recordBytes(record));
