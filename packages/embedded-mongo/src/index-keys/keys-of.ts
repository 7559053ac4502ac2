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

/** What a document is found by in an index; notes on the index that keys are several to a document, or that their order is not the values'. */
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

/** The stored key: a unique index has one entry for each value, any other one for each value and record. */
export const entryKey = (index: Index, key: string, record: number) =>
  indexPrefix(index.id) + key + (index.unique ? '' : recordBytes(record));
