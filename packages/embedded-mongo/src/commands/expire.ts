import { decodeTyped } from '../bson/codec';
import { toNumber, type Document } from '../bson/values';
import type { Collection, Index } from '../catalog/collection';
import type { Store } from '../catalog/store';
import { Locked } from '../catalog/transaction';
import { writeDocument } from '../index-keys/write-document';
import { findRecords } from '../read/find';

const PER_COMMIT = 500;

/** Deletes up to 500 expired documents; false when none is left. */
async function sweepOnce(store: Store, collection: Collection, index: Index, now: number): Promise<boolean> {
  const [field] = index.fields;
  if (!field || store.catalogue.get(collection.namespace) !== collection) return false;
  const limit = new Date(now - toNumber(index.spec.expireAfterSeconds) * 1000);
  // documents outside a partial index do not expire
  const filter: Document = { $and: [index.filter ?? {}, { [field]: { $lt: limit } }] };
  const deleted = await store.write(() => {
    let count = 0;
    const expired = [...findRecords(store, collection, { filter, limit: PER_COMMIT })];
    for (const [record, raw] of expired) {
      try {
        writeDocument(store, store, collection, { record, before: decodeTyped(raw), after: null, raw: null });
        count += 1;
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
      }
    }
    return count;
  });
  return deleted === PER_COMMIT;
}

/** One round of the TTL indexes over all collections. */
export async function expire(store: Store, now = Date.now()): Promise<void> {
  for (const collection of store.catalogue.all()) {
    for (const index of collection.indexes) {
      if (index.spec.expireAfterSeconds === undefined || index.fields.length !== 1) continue;
      let more = true;
      while (more) more = await sweepOnce(store, collection, index, now);
    }
  }
}
