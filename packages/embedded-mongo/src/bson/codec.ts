import { BSON } from 'bson';
import { fail } from '../errors';
import type { Document } from './values';

export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** For matching and responses: JavaScript numbers; longs only where a double would lose digits. */
export const PLAIN = { promoteValues: true, promoteBuffers: false, bsonRegExp: true } as const;
/** For updates: every number retains its stored type. */
export const TYPED = { promoteValues: false, bsonRegExp: true } as const;

/** Decodes a document for queries: JavaScript numbers where nothing is lost. */
export const decode = (bytes: Uint8Array): Document => BSON.deserialize(bytes, PLAIN);
/** Decodes a document with the stored types of its numbers. */
export const decodeTyped = (bytes: Uint8Array): Document => BSON.deserialize(bytes, TYPED);

/** The stored form; 10334 above 16 MB. */
export function toBson(document: Document): Buffer {
  const size = BSON.calculateObjectSize(document, { ignoreUndefined: true });
  if (size > MAX_DOCUMENT) {
    fail(10334, `BSONObj size: ${size} is invalid. Size must be between 0 and 16793600(16MB)`);
  }
  return Buffer.from(BSON.serialize(document, { ignoreUndefined: true }));
}
