import { Binary } from 'bson';
import { toBson } from '../bson/codec';
import { keyOf } from '../bson/encode';
import { checkCollation } from '../bson/collation';
import { isDocument, type Document } from '../bson/values';
import { ID_INDEX, type Collection } from '../catalog/collection';
import { fail } from '../errors';
import { compile } from '../query/compile';
import { specOf } from './index-spec';
import { checkFields } from './known-fields';
import { countOf, documentOf, namespaceOf, type Handler, type Request } from './request';

const OPTIONS = ['collation', 'validator', 'validationLevel', 'validationAction'];

const optionsOf = (command: Document): Document =>
  Object.fromEntries(
    OPTIONS.filter((name) => command[name] !== undefined).map((name) => [name, command[name] as unknown]),
  );

/** Looked up when the write runs: a first insert may have made the collection while this command waited for its turn. */
export const create: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  const options = optionsOf(request.command);
  checkCollation(options.collation);
  if (isDocument(options.validator)) compile(options.validator);
  await store.write(() => {
    const known = store.catalogue.get(namespace);
    if (!known) store.catalogue.ensure(namespace, options);
    else if (keyOf(known.options) !== keyOf(options)) fail(48, `Collection ${namespace} already exists.`);
  });
  return { ok: 1 };
};

/** The collection when the write runs; 26 when there is none. Transactions that hold documents of it come first. */
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

export const dropDatabase: Handler = async ({ database, server: { store } }) => {
  await store.writeUnlocked(() => {
    const collections = store.catalogue.ofDatabase(database);
    for (const collection of collections) store.assertUntouched(collection);
    for (const collection of collections) store.catalogue.drop(collection);
  });
  return { dropped: database, ok: 1 };
};

export const renameCollection: Handler = async (request) => {
  const { command, server } = request;
  const { catalogue } = server.store;
  const [from, to] = [String(command.renameCollection), String(command.to)];
  await server.store.writeUnlocked(() => {
    const collection = changeable(request, from);
    const target = catalogue.get(to);
    if (target && !command.dropTarget) fail(48, 'target namespace exists');
    if (target) catalogue.drop(changeable(request, to));
    catalogue.rename(collection, to);
  });
  return { ok: 1 };
};

/** Changes the time of a TTL index, or makes a plain one such; everything else is refused. */
export const collMod: Handler = async (request) => {
  const { command, server } = request;
  const namespace = namespaceOf(request);
  const wanted = documentOf(command.index, 'collMod.index');
  checkFields('collMod.index', wanted, false);
  return server.store.writeUnlocked(() => {
    const collection = changeable(request, namespace);
    if (Object.keys(wanted).length === 0) return { ok: 1 };
    const at = collection.indexes.findIndex(
      ({ name, spec }) => name === wanted.name || keyOf(spec.key) === keyOf(wanted.keyPattern ?? null),
    );
    const index = collection.indexes[at] ?? fail(27, 'cannot find index');
    const { expireAfterSeconds } = wanted as { expireAfterSeconds: unknown };
    if (expireAfterSeconds === undefined) fail(72, 'no expireAfterSeconds field');
    const old = index.spec.expireAfterSeconds as unknown;
    const spec = specOf({ ...index.spec, expireAfterSeconds });
    collection.indexes[at] = { ...index, spec };
    server.store.catalogue.save(collection);
    return {
      ...(old === undefined ? {} : { expireAfterSeconds_old: old }),
      expireAfterSeconds_new: expireAfterSeconds,
      ok: 1,
    };
  });
};

const describe = ({ namespace, uuid, options }: Collection, { database, command }: Request): Document => ({
  name: namespace.slice(database.length + 1),
  type: 'collection',
  ...(command.nameOnly
    ? {}
    : {
        options,
        info: { readOnly: false, uuid: new Binary(Buffer.from(uuid.replaceAll('-', ''), 'hex'), 4) },
        idIndex: ID_INDEX,
      }),
});

export const listCollections: Handler = (request) => {
  const { command, database, server } = request;
  const test = compile((command.filter ?? {}) as Document);
  const found = server.store.catalogue
    .ofDatabase(database)
    .map((collection) => describe(collection, request))
    .filter(test);
  const size = countOf(
    (command.cursor as Document | undefined)?.batchSize,
    'listCollections.cursor.batchSize',
  );
  return server.cursors.start(`${database}.$cmd.listCollections`, found.map(toBson).values(), size);
};

export const listDatabases: Handler = ({ command, server }) => {
  const names = new Set(
    server.store.catalogue.all().map(({ namespace }) => namespace.split('.', 1)[0] ?? ''),
  );
  const test = compile((command.filter ?? {}) as Document);
  const databases = [...names]
    .map((name): Document => (command.nameOnly ? { name } : { name, sizeOnDisk: 0, empty: false }))
    .filter(test);
  return { databases, totalSize: server.store.engine.totals.bytes, ok: 1 };
};
