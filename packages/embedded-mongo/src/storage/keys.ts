import { createHash } from 'node:crypto';

/** Keys are strings of bytes: `c` + namespace, `d` + collection + record, `i` + index + values (+ record). */
const DOCUMENT = 'd';
const INDEX = 'i';
const CATALOGUE = 'c';
/** Before the change of a document in the log: it was replaced, not updated. Nothing is ever kept under such a key. */
export const REPLACED = 'r';
/** The first record of a log names it by such a key. */
export const GENERATION = 'g';
const MAX_KEY = 1700;

const scratch = Buffer.alloc(6);

function bytes(value: number, length: 4 | 6): string {
  scratch.writeUIntBE(value, 0, length);
  return scratch.toString('latin1', 0, length);
}

/** Where a collection is described. */
export const catalogueKey = (namespace: string) => CATALOGUE + Buffer.from(namespace).toString('latin1');
export const catalogueRange = { low: CATALOGUE, high: DOCUMENT } as const;

/** A record's number in six bytes: they sort as the numbers do. */
export const recordBytes = (record: number) => bytes(record, 6);
/** Where a document is kept. */
export const documentKey = (collection: number, record: number) =>
  DOCUMENT + bytes(collection, 4) + recordBytes(record);
/** Every document of a collection. */
export const documentRange = (collection: number) => ({
  low: documentKey(collection, 0),
  high: documentKey(collection + 1, 0),
});
/** Whether a key leads to a document. */
export const isDocumentKey = (key: string) => key.startsWith(DOCUMENT);
/** Whether a key is an index's. */
export const isIndexKey = (key: string) => key.startsWith(INDEX);

/** What every key of an index begins with. */
export const indexPrefix = (index: number) => INDEX + bytes(index, 4);
export const PREFIX_LENGTH = 5;
/** Every key of an index. */
export const indexRange = (index: number) => ({ low: indexPrefix(index), high: indexPrefix(index + 1) });

/** The collection a document key is of. */
export const collectionOf = (key: string) => Buffer.from(key.slice(1, 5), 'latin1').readUInt32BE(0);
/** The namespace a catalogue key is of; undefined for every other key. */
export const namespaceOf = (key: string) =>
  key.startsWith(CATALOGUE) ? Buffer.from(key.slice(1), 'latin1').toString() : undefined;

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

/** Whether values take more room than a key has. */
export const isLongKey = (values: string) => values.length > MAX_KEY;

/** Values of more than 1700 bytes end in a hash of the whole: equal only when all of them is. */
export function shortened(values: string): string {
  if (!isLongKey(values)) return values;
  return values.slice(0, MAX_KEY) + createHash('sha1').update(values, 'latin1').digest().toString('latin1');
}

/** A bound cut where long keys are cut, so that the range still holds every key it should. */
export function cutBound(bound: string, side: 'low' | 'high'): string {
  if (bound.length <= PREFIX_LENGTH + MAX_KEY) return bound;
  const cut = bound.slice(0, PREFIX_LENGTH + MAX_KEY);
  return side === 'low' ? cut : prefixEnd(cut);
}
