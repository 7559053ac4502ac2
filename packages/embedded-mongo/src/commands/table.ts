import { aggregate } from './aggregate';
import {
  collMod,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './collections';
import { getMore, killCursors } from './cursor-commands';
import { explain } from './explain';
import { configureFailPoint } from './fail-point';
import { count, distinct, find } from './find';
import { findAndModify } from './find-and-modify';
import { createIndexes, dropIndexes, listIndexes } from './indexes';
import type { Handler } from './request';
import { buildInfo, collStats, compactLog, dbStats, getParameter, hello, validate } from './server-info';
import { saslContinue, saslStart } from './sasl';
import { abortTransaction, commitTransaction, endSessions, killAllSessions } from './sessions';
import { insert, remove, update } from './writes';

const ok: Handler = () => ({ ok: 1 });

/** Every command the server knows; all others are refused with 59. */
export const commands: Readonly<Record<string, Handler>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: ok,
  buildInfo,
  buildinfo: buildInfo,
  saslStart,
  saslContinue,
  getParameter,
  hostInfo: ok,
  startSession: ({ command }) => ({ id: command.lsid as unknown, timeoutMinutes: 30, ok: 1 }),
  refreshSessions: ok,
  endSessions,
  killSessions: endSessions,
  killAllSessions,
  commitTransaction,
  abortTransaction,
  listDatabases,
  listCollections,
  create,
  drop,
  dropDatabase,
  renameCollection,
  collMod,
  collStats,
  dbStats,
  dbstats: dbStats,
  validate,
  compactLog,
  createIndexes,
  listIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
  explain,
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  configureFailPoint,
};
