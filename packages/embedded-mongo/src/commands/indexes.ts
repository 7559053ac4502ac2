import { toBson } from '../bson/codec';
import { isDocument, type Document } from '../bson/values';
import { ID_INDEX, isMeant, type Index } from '../catalog/collection';
import { fail } from '../errors';
import { buildIndex } from '../index-keys/build-index';
import { indexRange } from '../storage/keys';
import { changeable } from './collections';
import { isThere, specOf } from './index-spec';
import { collectionOf, countOf, namespaceOf, type Handler } from './request';

export const createIndexes: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  const wanted: unknown = request.command.indexes;
  if (!Array.isArray(wanted) || wanted.length === 0)
    return fail(2, 'Must specify at least one index to create');
  const specs = wanted.map(specOf);
  return store.writeUnlocked(() => {
    const createdCollectionAutomatically = !store.catalogue.get(namespace);
    const collection = store.catalogue.ensure(namespace);
    const fresh = specs.filter((spec) => !isThere(collection, spec));
    if (fresh.length > 0) store.assertUntouched(collection);
    const before = collection.indexes;
    const built: Index[] = [];
    try {
      for (const spec of fresh) {
        const index = store.catalogue.newIndex(spec);
        built.push(index);
        buildIndex(store, collection, index);
      }
    } catch (error) {
      for (const { id } of built) store.engine.discard(indexRange(id));
      throw error;
    }
    collection.indexes = [...before, ...built];
    store.catalogue.save(collection);
    return {
      numIndexesBefore: before.length,
      numIndexesAfter: collection.indexes.length,
      createdCollectionAutomatically,
      ...(built.length === 0 ? { note: 'all indexes already exist' } : {}),
      ok: 1,
    };
  });
};

export const listIndexes: Handler = (request) => {
  const { command, server } = request;
  const collection = collectionOf(request) ?? fail(26, `ns does not exist: ${namespaceOf(request)}`);
  const specs = collection.indexes.map(({ name, spec }) => toBson(name === '_id_' ? ID_INDEX : spec));
  const size = countOf((command.cursor as Document | undefined)?.batchSize, 'listIndexes.cursor.batchSize');
  return server.cursors.start(collection.namespace, specs.values(), { size });
};

export const dropIndexes: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  const wanted: unknown = request.command.index;
  const nIndexesWas = await store.writeUnlocked(() => {
    const collection = changeable(request, namespace);
    const before = collection.indexes.length;
    const found = collection.indexes.filter((index) =>
      wanted === '*' ? index.name !== '_id_' : [wanted].flat().some((one) => isMeant(index, one)),
    );
    if (found.some(({ name }) => name === '_id_')) fail(72, 'cannot drop _id index');
    if (found.length === 0 && wanted !== '*') {
      fail(27, `index not found with name [${isDocument(wanted) ? JSON.stringify(wanted) : String(wanted)}]`);
    }
    for (const index of found) store.catalogue.dropIndex(collection, index);
    return before;
  });
  return { nIndexesWas, ok: 1 };
};
