import { ObjectId } from 'bson';
import { decodeTyped, MAX_DOCUMENT, toBson } from '../bson/codec';
import { topOf } from '../bson/paths';
import { pick } from '../bson/pick';
import { promote } from '../bson/promote';
import { isDocument, isRegExp, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { fail } from '../errors';
import { writeDocument } from '../index-keys/write-document';
import { fieldsOf } from '../query/fields';

function checkId(id: unknown) {
  if (Array.isArray(id)) fail(53, "The '_id' value cannot be of type array");
  if (isRegExp(id)) fail(53, "The '_id' value cannot be of type regex");
  const operator = isDocument(id) ? Object.keys(id).find((key) => key.startsWith('$')) : undefined;
  if (operator)
    fail(52, `_id fields may not contain '$'-prefixed fields: ${operator} is not valid for storage.`);
}

/** The fields the collection's indexes read; null when a partial filter may read any. */
function indexed({ indexes }: Collection): ReadonlySet<string> | null {
  const fields = new Set(['_id']);
  for (const { fields: own, filter } of indexes) {
    for (const { path } of own) fields.add(topOf(path));
    const read = filter ? fieldsOf(filter) : [];
    if (!read) return null;
    for (const field of read) fields.add(field);
  }
  return fields;
}

/** Stores a document as it came, with its `_id` or a new one in front. 10334 above 16 MB. */
export function insertDocument(store: Store, entries: Entries, collection: Collection, given: Buffer) {
  if (given.length > MAX_DOCUMENT) {
    fail(10334, `object to insert too large. size in bytes: ${given.length}, max size: ${MAX_DOCUMENT}`);
  }
  const fields = indexed(collection);
  const read = (raw: Buffer): Document =>
    fields ? pick(raw, fields) : (promote(decodeTyped(raw)) as Document);
  let raw = given;
  let after = read(raw);
  if (after._id === undefined || given.toString('latin1', 5, 9) !== '_id\0') {
    const { _id = new ObjectId(), ...rest } = decodeTyped(given);
    raw = toBson({ _id: _id as unknown, ...rest });
    after = read(raw);
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
