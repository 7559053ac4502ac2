import { toBson } from '../bson/codec';
import type { Document } from '../bson/values';
import { ID_INDEX, type Collection } from '../catalog/collection';
import { fail, notOffered } from '../errors';
import { compile } from '../query/compile';
import { countOf, documentOf, namespaceOf, type Handler, type Request } from './request';

/** Looked up when the write runs, because a first insert may have created the collection meanwhile. */
export const create: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  await store.write(() => store.catalogue.ensure(namespace));
  return { ok: 1 };
};

/** The collection when the write runs; 26 when there is none. Waits for transactions that hold its documents. */
export function changeable({ server }: Request, namespace: string): Collection {
  const collection = server.store.catalogue.get(namespace) ?? fail(26, 'ns not found');
  server.store.assertUntouched(collection);
  return collection;
}

export const drop: Handler = async (request) => {
  const { store } = request.server;
  const ns = namespaceOf(request);
  const nIndexesWas = await store.writeUnlocked(() => {
    const collection = changeable(request, ns);
    store.catalogue.drop(collection);
    return collection.indexes.length;
  });
  return { nIndexesWas, ns, ok: 1 };
};

/** Within one database; `dropTarget` replaces the collection that has the name. */
export const renameCollection: Handler = async (request) => {
  const { command, server } = request;
  const { store } = server;
  const { renameCollection: from, to, dropTarget = false } = command;
  if (typeof from !== 'string' || typeof to !== 'string') fail(14, 'names of collections are texts');
  if (from.split('.', 1)[0] !== to.split('.', 1)[0]) notOffered('renameCollection into another database');
  if (from === to) fail(20, 'Cannot rename a collection to itself.');
  await store.writeUnlocked(() => {
    const collection = changeable(request, from);
    const target = store.catalogue.get(to);
    if (target && dropTarget !== true) fail(48, 'target namespace exists');
    if (target) store.assertUntouched(target);
    store.catalogue.rename(collection, to);
  });
  return { ok: 1 };
};

export const dropDatabase: Handler = async ({ database, server: { store } }) => {
  await store.writeUnlocked(() => {
    const collections = store.catalogue.ofDatabase(database);
    for (const collection of collections) store.assertUntouched(collection);
    for (const collection of collections) store.catalogue.drop(collection);
  });
  return { dropped: database, ok: 1 };
};

const describe = ({ namespace }: Collection, { database, command }: Request): Document => ({
  name: namespace.slice(database.length + 1),
  type: 'collection',
  ...(command.nameOnly ? {} : { options: {}, info: { readOnly: false }, idIndex: ID_INDEX }),
});

export const listCollections: Handler = (request) => {
  const { command, database, server } = request;
  const found = server.store.catalogue
    .ofDatabase(database)
    .map((collection) => describe(collection, request))
    .filter(compile(documentOf(command.filter, 'listCollections.filter')));
  const { batchSize } = documentOf(command.cursor, 'listCollections.cursor');
  const size = countOf(batchSize, 'listCollections.cursor.batchSize');
  return server.cursors.start(`${database}.$cmd.listCollections`, found.map(toBson).values(), { size });
};

export const listDatabases: Handler = ({ command, server }) => {
  const all = server.store.catalogue.all();
  const databases = [...new Set(all.map(({ namespace }) => namespace.split('.', 1)[0] ?? ''))]
    .map((name): Document => (command.nameOnly ? { name } : { name, sizeOnDisk: 0, empty: false }))
    .filter(compile(documentOf(command.filter, 'listDatabases.filter')));
  return { databases, totalSize: server.store.engine.size, ok: 1 };
};
