import { ObjectId } from 'bson';
import { decodeTyped, MAX_DOCUMENT, toBson } from '../bson/codec';
import { isDocument, isRegExp } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { fail } from '../errors';
import { writeDocument } from '../index-keys/write-document';

/** Refuses (53, 52) what cannot be an `_id`. */
export function checkId(id: unknown) {
  if (Array.isArray(id)) fail(53, "The '_id' value cannot be of type array");
  if (isRegExp(id)) fail(53, "The '_id' value cannot be of type regex");
  const operator = isDocument(id) ? Object.keys(id).find((key) => key.startsWith('$')) : undefined;
  if (operator)
    fail(52, `_id fields may not contain '$'-prefixed fields: ${operator} is not valid for storage.`);
}

/** Stores a document unchanged, with its `_id` or a new one first. 10334 above 16 MB. */
export function insertDocument(store: Store, entries: Entries, collection: Collection, given: Buffer) {
  if (given.length > MAX_DOCUMENT) {
    fail(10334, `object to insert too large. size in bytes: ${given.length}, max size: ${MAX_DOCUMENT}`);
  }
  let raw = given;
  let after = decodeTyped(raw);
  if (after._id === undefined || given.toString('latin1', 5, 9) !== '_id\0') {
    const { _id = new ObjectId(), ...rest } = after;
    after = { _id: _id as unknown, ...rest };
    raw = toBson(after);
  }
  checkId(after._id);
  const copy = Buffer.allocUnsafeSlow(raw.length);
  raw.copy(copy);
  writeDocument(store, entries, collection, {
    record: collection.nextRecord,
    before: null,
    after,
    raw: copy,
  });
  collection.nextRecord += 1;
}
