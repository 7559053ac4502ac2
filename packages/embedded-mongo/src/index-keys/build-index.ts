import { decodeTyped } from '../bson/codec';
import type { Collection, Index } from '../catalog/collection';
import type { Store } from '../catalog/store';
import { walk } from '../catalog/transaction';
import { documentRange, recordOf } from '../storage/keys';
import { duplicate } from './write-document';
import { entryKey, keysOf } from './keys-of';

/** Fills a new index from the collection; 11000 when a unique one has duplicates. */
export function buildIndex(store: Store, collection: Collection, index: Index) {
  const { low, high } = documentRange(collection.id);
  for (const { key, value } of walk(store, low, high, false)) {
    const record = recordOf(key);
    const document = decodeTyped(value as Buffer);
    for (const one of keysOf(index, document)) {
      const entry = entryKey(index, one, record);
      if (index.unique && store.get(entry) !== undefined) throw duplicate(collection, index, document);
      store.change(entry, record);
    }
  }
}

/** Rebuilds the indexes of an older version. */
export async function rebuildOutdated(store: Store): Promise<void> {
  const outdated = store.catalogue.outdated.splice(0);
  if (outdated.length === 0) return;
  await store.write(() => {
    for (const collection of outdated) {
      for (const index of collection.indexes) {
        buildIndex(store, collection, index);
      }
      store.catalogue.save(collection);
    }
  });
}
