// index.ts - command table
import { MongoError, fail } from '../errors';
import type { Req, Server } from '../wire';
import * as A from './admin';
import * as R from './read';
import * as W from './write';
type Handler = (r: Req) => any;
const ok: Handler = () => ({ ok: 1 });
const TABLE: Record<string, Handler> = {
  hello: A.hello,
  ismaster: A.hello,
  isMaster: A.hello,
  ping: ok,
  endSessions: A.endSessions,
  startSession: (r) => ({ id: r.cmd.lsid, timeoutMinutes: 30, ok: 1 }),
  refreshSessions: ok,
  killSessions: ok,
  killAllSessions: (r) => {
    for (const t of r.store.txns) t.abort();
    return { ok: 1 };
  },
  buildInfo: () => ({
    version: A.VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'embedded',
    modules: [],
    storageEngines: ['embedded-log'],
    maxBsonObjectSize: 16777216,
    ok: 1,
  }),
  buildinfo: (r) => TABLE.buildInfo(r),
  serverStatus: (r) => ({
    host: r.server.host,
    version: A.VERSION,
    process: 'embedded',
    pid: process.pid,
    uptime: (Date.now() - r.server.started) / 1000,
    connections: { current: r.server.conns.size, available: 1000 },
    opcounters: r.server.counters,
    repl: { setName: 'embedded', isWritablePrimary: true },
    storageEngine: { name: 'embedded-log' },
    mem: { resident: process.memoryUsage().rss >> 20 },
    ok: 1,
  }),
  connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  getParameter: (r) =>
    r.cmd.featureCompatibilityVersion
      ? { featureCompatibilityVersion: { version: '7.0' }, ok: 1 }
      : { ok: 1 },
  hostInfo: ok,
  whatsmyuri: () => ({ you: '127.0.0.1:0', ok: 1 }),
  getCmdLineOpts: () => ({ argv: [], parsed: {}, ok: 1 }),
  getLog: () => ({ totalLinesWritten: 0, log: [], ok: 1 }),
  setParameter: ok,
  listDatabases: A.listDatabases,
  listCollections: A.listCollections,
  listIndexes: A.listIndexes,
  create: A.create,
  drop: A.drop,
  dropDatabase: A.dropDatabase,
  createIndexes: A.createIndexes,
  dropIndexes: A.dropIndexes,
  deleteIndexes: A.dropIndexes,
  collMod: A.collMod,
  renameCollection: A.rename,
  collStats: A.stats,
  collstats: A.stats,
  dbStats: A.stats,
  dbstats: A.stats,
  validate: (r) => ({ ns: R.ns(r), valid: true, ok: 1 }),
  find: R.find,
  count: R.count,
  distinct: R.distinct,
  getMore: (r) => r.server.cursors.more(r),
  killCursors: (r) => r.server.cursors.kill(r.cmd.cursors.map(Number)),
  aggregate: async (r) => {
    const last = r.cmd.pipeline?.[r.cmd.pipeline.length - 1];
    if (last?.$out !== undefined || last?.$merge !== undefined) {
      const rows = await W.durable(
        r,
        () => {},
        (kv) => R.aggregateDocs(r, kv, W.outStage(r, kv)),
      );
      void rows;
      return r.server.cursors.open(R.ns(r), [].values() as any, 0, { single: true });
    }
    return R.aggregate(r);
  },
  explain: (r) => {
    const e = r.cmd.explain;
    return R.explainFind(
      r,
      e.find ?? e.aggregate ?? e.count ?? e.update ?? e.delete ?? e.findAndModify ?? e.distinct,
      e.filter ?? e.query ?? e.updates?.[0]?.q ?? e.deletes?.[0]?.q ?? e.pipeline?.[0]?.$match ?? {},
      e.sort,
    );
  },
  insert: W.insert,
  update: W.update,
  delete: W.del,
  findAndModify: W.findAndModify,
  findandmodify: W.findAndModify,
  commitTransaction: A.commit,
  abortTransaction: A.abort,
  configureFailPoint: (r) => {
    r.server.failPoint =
      r.cmd.mode === 'off'
        ? undefined
        : {
            ...r.cmd,
            left: typeof r.cmd.mode === 'object' ? r.cmd.mode.times : Infinity,
            name: r.cmd.configureFailPoint,
          };
    return { ok: 1 };
  },
};
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify']);
async function command(r: Req): Promise<any> {
  const h = Object.hasOwn(TABLE, r.name) ? TABLE[r.name] : undefined;
  if (!h) return fail(59, `no such command: '${r.name}'`);
  if (r.cmd.apiVersion !== undefined && r.cmd.apiVersion !== '1')
    fail(322, `API version ${r.cmd.apiVersion} is not supported`);
  if (r.cmd.readConcern?.level === 'snapshot' && r.cmd.autocommit !== false)
    fail(72, 'readConcern level snapshot outside a transaction is not supported by the embedded store');
  const fp = r.server.failPoint;
  let after: any;
  if (
    fp?.name === 'failCommand' &&
    fp.data?.failCommands?.includes(r.name) &&
    fp.left > 0 &&
    (!fp.data.appName || true)
  ) {
    fp.left--;
    const d = fp.data;
    if (d.blockConnection) await new Promise((ok) => setTimeout(ok, d.blockTimeMS));
    if (d.closeConnection) {
      r.conn.sock.destroy();
      return undefined;
    }
    if (d.errorCode !== undefined) {
      const e = new MongoError(
        d.errorCode,
        `Failing command via 'failCommand' failpoint`,
        {},
        d.errorLabels ??
          (RETRYABLE.has(d.errorCode) &&
          r.cmd.txnNumber !== undefined &&
          (WRITES.has(r.name) || /Transaction$/.test(r.name)) &&
          r.cmd.autocommit !== false
            ? ['RetryableWriteError']
            : r.cmd.autocommit === false && RETRYABLE.has(d.errorCode) && r.name !== 'commitTransaction'
              ? ['TransientTransactionError']
              : r.name === 'commitTransaction' && RETRYABLE.has(d.errorCode)
                ? ['RetryableWriteError']
                : []),
      );
      if (d.errorLabels === undefined && r.cmd.autocommit === false && TRANSIENT.has(d.errorCode))
        e.labels = ['TransientTransactionError'];
      throw e;
    }
    if (d.writeConcernError)
      after = {
        writeConcernError: d.writeConcernError,
        ...(d.errorLabels || RETRYABLE.has(d.writeConcernError.code)
          ? { errorLabels: d.errorLabels ?? ['RetryableWriteError'] }
          : {}),
      };
  }
  const { s, replay } = A.session(r);
  if (replay) return replay;
  let res: any;
  try {
    res = await h(r);
  } catch (e) {
    if (r.txn && e instanceof MongoError) {
      r.txn.abort();
      if (e.code === 112 && !e.labels.length) e.labels.push('TransientTransactionError');
    }
    throw e;
  }
  if (s && !r.txn && r.cmd.autocommit !== false && WRITES.has(r.name)) s.reply = res;
  if (after && res.ok) res = { ...res, ...after };
  return res;
}
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
const RETRYABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
export const dispatch = {
  command,
  ttl: (s: Server) => {
    s.cursors.sweep();
    return W.ttl(s);
  },
};
