import { decode } from '../bson/codec';
import { documentRange } from '../storage/keys';
import { collectionOf, entriesOf, type Handler, type Request } from './request';
import { greetingOf } from './sasl';

const VERSION = '7.0.0';
export const SET_NAME = 'embedded';

/** A one-member replica set, so that retryable writes and transactions run; no topologyVersion: clients poll. */
export const hello: Handler = (request) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  setName: SET_NAME,
  setVersion: 1,
  secondary: false,
  hosts: [request.connection.host],
  primary: request.connection.host,
  me: request.connection.host,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: request.connection.id,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ...greetingOf(request),
  ok: 1,
});

export const buildInfo: Handler = () => ({
  version: VERSION,
  versionArray: [7, 0, 0, 0],
  gitVersion: SET_NAME,
  modules: [],
  storageEngines: ['embedded-log'],
  maxBsonObjectSize: 16 * 1024 * 1024,
  ok: 1,
});

export const getParameter: Handler = ({ command }) =>
  command.featureCompatibilityVersion
    ? { featureCompatibilityVersion: { version: '7.0' }, ok: 1 }
    : { ok: 1 };

function sizes(request: Request, collections: readonly { readonly id: number }[]) {
  const entries = entriesOf(request);
  let [count, size] = [0, 0];
  for (const { id } of collections) {
    for (const { value } of entries.range(documentRange(id))) {
      count += 1;
      size += (value as Buffer).length;
    }
  }
  return { count, size };
}

export const collStats: Handler = (request) => {
  const collection = collectionOf(request);
  const { count, size } = sizes(request, collection ? [collection] : []);
  return {
    ns: `${request.database}.${String(request.command[request.name])}`,
    count,
    size,
    avgObjSize: count === 0 ? 0 : Math.round(size / count),
    storageSize: size,
    nindexes: collection?.indexes.length ?? 0,
    ok: 1,
  };
};

export const dbStats: Handler = (request) => {
  const collections = request.server.store.catalogue.ofDatabase(request.database);
  const { count, size } = sizes(request, collections);
  return {
    db: request.database,
    collections: collections.length,
    objects: count,
    dataSize: size,
    storageSize: size,
    indexes: collections.reduce((total, { indexes }) => total + indexes.length, 0),
    ok: 1,
  };
};

/** Reads every document of the collection: they decode, or the command says which does not. */
export const validate: Handler = (request) => {
  const collection = collectionOf(request);
  const errors: string[] = [];
  let nrecords = 0;
  for (const { key, value } of collection ? entriesOf(request).range(documentRange(collection.id)) : []) {
    nrecords += 1;
    try {
      decode(value as Buffer);
    } catch {
      errors.push(`record ${Buffer.from(key, 'latin1').toString('hex')} cannot be read`);
    }
  }
  return {
    ns: collection?.namespace ?? '',
    nrecords,
    valid: errors.length === 0,
    errors,
    warnings: [],
    ok: 1,
  };
};

/** Within this a deleted document has left the log after `compactLog`. */
const ERASED_WITHIN = 30_000;

/** This server's own: takes what was deleted out of the log, within half a minute or, with `wait`, before it answers. */
export const compactLog: Handler = async ({ command, server }) => {
  if (command.wait) await server.store.compact();
  else server.store.compactSoon(ERASED_WITHIN);
  return { ok: 1 };
};
