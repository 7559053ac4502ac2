import { createHash } from 'node:crypto';

/**
 * Keys are strings of bytes: `c` + namespace, `d` + collection + record, `i` + index + values (+ record), `o` + number of an event,
 * `v` for the format, `x` + the first key of a range that is to be deleted.
 */
const DOCUMENT = 'd';
const INDEX = 'i';
const CATALOGUE = 'c';
const OPLOG = 'o';
/** The key of the folder's format and name. */
export const FORMAT = 'v';
const UNUSED = 'x';
const MAX_KEY = 1700;

const scratch = Buffer.alloc(6);

function bytes(value: number, length: 4 | 6): string {
  scratch.writeUIntBE(value, 0, length);
  return scratch.toString('latin1', 0, length);
}

/** The key of a collection's description. */
export const catalogueKey = (namespace: string) => CATALOGUE + Buffer.from(namespace).toString('latin1');
export const catalogueRange = { low: CATALOGUE, high: DOCUMENT } as const;

/** A record's number in six bytes, which sort like the numbers. */
export const recordBytes = (record: number) => bytes(record, 6);
export const documentKey = (collection: number, record: number) =>
  DOCUMENT + bytes(collection, 4) + recordBytes(record);
export const documentRange = (collection: number) => ({
  low: documentKey(collection, 0),
  high: documentKey(collection + 1, 0),
});
export const isDocumentKey = (key: string) => key.startsWith(DOCUMENT);
/** Whether a key describes a collection. */
export const isCatalogueKey = (key: string) => key.startsWith(CATALOGUE);

/** The key of an event in the oplog. */
export const oplogKey = (event: number) => OPLOG + bytes(event, 6);
export const oplogRange = { low: OPLOG, high: String.fromCharCode(OPLOG.charCodeAt(0) + 1) } as const;
export const eventOf = (key: string) => recordOf(key);

/** The key that marks a range as deleted; its value is the range's end. */
export const unusedKey = (low: string) => UNUSED + low;
export const unusedRange = { low: UNUSED, high: String.fromCharCode(UNUSED.charCodeAt(0) + 1) } as const;
export const lowOfUnused = (key: string) => key.slice(1);
/** The number of the collection or index whose key this is. */
export const idOf = (key: string) => Buffer.from(key.slice(1, 5), 'latin1').readUInt32BE(0);
/** Whether a key is an index's. */
export const isIndexKey = (key: string) => key.startsWith(INDEX);

/** What every key of an index begins with. */
export const indexPrefix = (index: number) => INDEX + bytes(index, 4);
export const PREFIX_LENGTH = 5;
/** Every key of an index. */
export const indexRange = (index: number) => ({ low: indexPrefix(index), high: indexPrefix(index + 1) });

/** The record a document key ends with. */
export const recordOf = (key: string) => Buffer.from(key.slice(-6), 'latin1').readUIntBE(0, 6);

/** The smallest key above every key with this prefix. */
export function prefixEnd(prefix: string): string {
  for (let at = prefix.length - 1; at >= 0; at--) {
    const code = prefix.charCodeAt(at);
    if (code < 255) return prefix.slice(0, at) + String.fromCharCode(code + 1);
  }
  return '\xff';
}

/** Whether values are too long for a key. */
export const isLongKey = (values: string) => values.length > MAX_KEY;

/** Values of more than 1700 bytes end in a hash of the whole, so that only equal values have equal keys. */
export function shortened(values: string): string {
  if (!isLongKey(values)) return values;
  return values.slice(0, MAX_KEY) + createHash('sha1').update(values, 'latin1').digest().toString('latin1');
}

/** A bound, cut like long keys, so that the range still contains every matching key. */
export function cutBound(bound: string, side: 'low' | 'high'): string {
  if (bound.length <= PREFIX_LENGTH + MAX_KEY) return bound;
  const cut = bound.slice(0, PREFIX_LENGTH + MAX_KEY);
  return side === 'low' ? cut : prefixEnd(cut);
}
