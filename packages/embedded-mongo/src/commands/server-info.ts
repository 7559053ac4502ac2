import type { Handler } from './request';
import { greetingOf } from './sasl';

/** A one-member replica set, so that retryable writes and transactions run; no topologyVersion: clients poll. */
export const hello: Handler = (request) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  setName: 'embedded',
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
  version: '7.0.0',
  versionArray: [7, 0, 0, 0],
  // by which clients recognize this server
  gitVersion: 'embedded',
  maxBsonObjectSize: 16 * 1024 * 1024,
  ok: 1,
});

/** `compactLog` removes deleted documents from the log within this time. */
const ERASED_WITHIN = 30_000;

/** Our own command: removes deleted data from the log, within half a minute or, with `wait`, before the reply. */
export const compactLog: Handler = async ({ command, server }) => {
  if (command.wait) await server.store.compact();
  else server.store.compactSoon(ERASED_WITHIN);
  return { ok: 1 };
};
