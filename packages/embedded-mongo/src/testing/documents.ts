import { BSON } from 'bson';
import { decode } from '../bson/codec';
import { Store } from '../catalog/store';
import { insertDocument } from '../commands/insert-document';
import { modify } from '../commands/modify';
import { findRecords } from '../read/find';
import type { EngineOptions } from '../storage/engine';

const NAMESPACE = 'test.things';

/** A store on the folder for damage tests. */
export function openStore(folder: string, options: EngineOptions = {}) {
  const store = new Store(folder, options);
  return {
    store,
    /** Resolves once the document is acknowledged. */
    insert: (id: number, size = 2000) =>
      store.write(() => {
        const raw = Buffer.from(BSON.serialize({ _id: id, text: 'x'.repeat(size) }));
        insertDocument(store, store, store.catalogue.ensure(NAMESPACE), raw);
      }),
    remove: (filter: object) =>
      store.write(
        () =>
          modify(store, store, NAMESPACE, {
            filter,
            update: null,
            multi: true,
          }).changed,
      ),
    ids: () =>
      [...findRecords(store, store.catalogue.get(NAMESPACE), { filter: {} })].map(
        ([, raw]) => decode(raw)._id as number,
      ),
    close: () => store.close(),
  };
}

export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
