import { aggregate } from './aggregate';
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from './collections';
import { getMore, killCursors } from './cursor-commands';
import { explain } from './explain';
import { configureFailPoint } from './fail-point';
import { count, distinct, find } from './find';
import { findAndModify } from './find-and-modify';
import { createIndexes, dropIndexes, listIndexes } from './indexes';
import type { Handler } from './request';
import { saslContinue, saslStart } from './sasl';
import { buildInfo, compactLog, hello } from './server-info';
import { abortTransaction, commitTransaction, endSessions } from './sessions';
import { insert, remove, update } from './writes';

const ok: Handler = () => ({ ok: 1 });

/** Every command the server knows; all others are refused with 59. */
export const commands: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['hello', hello],
  ['ismaster', hello],
  ['isMaster', hello],
  ['ping', ok],
  ['buildInfo', buildInfo],
  ['saslStart', saslStart],
  ['saslContinue', saslContinue],
  ['refreshSessions', ok],
  ['endSessions', endSessions],
  ['commitTransaction', commitTransaction],
  ['abortTransaction', abortTransaction],
  ['listDatabases', listDatabases],
  ['listCollections', listCollections],
  ['create', create],
  ['drop', drop],
  ['dropDatabase', dropDatabase],
  ['renameCollection', renameCollection],
  ['compactLog', compactLog],
  ['createIndexes', createIndexes],
  ['listIndexes', listIndexes],
  ['dropIndexes', dropIndexes],
  ['find', find],
  ['getMore', getMore],
  ['killCursors', killCursors],
  ['count', count],
  ['distinct', distinct],
  ['aggregate', aggregate],
  ['explain', explain],
  ['insert', insert],
  ['update', update],
  ['delete', remove],
  ['findAndModify', findAndModify],
  ['configureFailPoint', configureFailPoint],
]);
