import { BSON } from 'bson';
import { decode } from '../bson/codec';
import { Store } from '../catalog/store';
import { insertDocument } from '../commands/insert-document';
import { modify } from '../commands/modify';
import { findRecords } from '../read/find';

const NAMESPACE = 'test.things';

/** A store on the folder, with one collection of numbered documents. */
export async function openStore(folder: string) {
  const store = await Store.open(folder);
  /** Resolves once the document is acknowledged. */
  const insertRaw = (namespace: string, document: object) =>
    store.write(() =>
      insertDocument(store, store, store.catalogue.ensure(namespace), Buffer.from(BSON.serialize(document))),
    );
  return {
    store,
    insertRaw,
    insert: (id: number, size = 2000) => insertRaw(NAMESPACE, { _id: id, text: 'x'.repeat(size) }),
    /** Deletes what the filter finds, or updates it. */
    remove: (filter: object, update: object | null = null) =>
      store.write(() => modify(store, store, NAMESPACE, { filter, update, multi: true }).changed),
    ids: () =>
      [...findRecords(store, store.catalogue.get(NAMESPACE), { filter: {} })].map(
        ([, raw]) => decode(raw)._id as number,
      ),
    close: () => store.close(),
  };
}

export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
