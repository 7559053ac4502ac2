// admin.ts - hello, catalogue, indexes, sessions and transactions
import { Binary, BSON, type Document } from 'bson';
import { buildIndex, decode } from '../indexes';
import { hashKey, isDoc } from '../keys';
import { fail, MongoError } from '../errors';
import { indexPrefix, prefixEnd, docKey, Txn, type Coll } from '../store';
import type { Req, Session } from '../wire';
import { ensure } from './write';
import { kvOf, ns } from './read';
export const VERSION = '7.0.0';
export function hello(r: Req): Document {
  const s = r.server;
  const set = s.opts.setName === undefined ? 'embedded' : s.opts.setName;
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    ...(set
      ? { setName: set, setVersion: 1, secondary: false, hosts: [s.host], primary: s.host, me: s.host }
      : {}),
    maxBsonObjectSize: 16777216,
    maxMessageSizeBytes: 48000000,
    maxWriteBatchSize: 100000,
    localTime: new Date(),
    ...(set || true ? { logicalSessionTimeoutMinutes: 30 } : {}),
    connectionId: r.conn.id,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  };
}
const need = (r: Req, name = ns(r)): Coll => r.store.colls.get(name) ?? fail(26, 'ns not found');
export async function create(r: Req) {
  const { cmd } = r;
  const name = ns(r);
  if (cmd.capped || cmd.timeseries || cmd.viewOn)
    fail(303, 'capped, time series and view collections are not supported by the embedded store');
  const options: Document = {};
  for (const k of [
    'collation',
    'validator',
    'validationLevel',
    'validationAction',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'expireAfterSeconds',
  ])
    if (cmd[k] !== undefined) options[k] = cmd[k];
  // looked up inside the write: an insert may have made the collection while this command waited for its turn
  await r.store.write(() => {
    const old = r.store.colls.get(name);
    if (!old) r.store.create(name, options);
    else if (hashKey(old.options) !== hashKey(options)) fail(48, `Collection ${name} already exists.`);
  });
  return { ok: 1 };
}
export async function drop(r: Req) {
  const c = need(r);
  await r.store.write(() => r.store.drop(c));
  return { nIndexesWas: c.indexes.length, ns: c.ns, ok: 1 };
}
export async function dropDatabase(r: Req) {
  await r.store.write(() => {
    for (const c of [...r.store.colls.values()]) if (c.ns.startsWith(r.db + '.')) r.store.drop(c);
  });
  return { dropped: r.db, ok: 1 };
}
export function listCollections(r: Req) {
  const f = r.cmd.filter ?? {};
  let list: Document[] = [...r.store.colls.values()]
    .filter((c) => c.ns.startsWith(r.db + '.'))
    .map((c) => ({
      name: c.ns.slice(r.db.length + 1),
      type: 'collection',
      options: c.options,
      info: { readOnly: false, uuid: new Binary(Buffer.from(c.uuid.replace(/-/g, ''), 'hex'), 4) },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }));
  if (Object.keys(f).length) {
    const t = r.server.compile(f);
    list = list.filter((d) => t(d));
  }
  if (r.cmd.nameOnly) list = list.map(({ name, type }) => ({ name, type }));
  return r.server.cursors.open(
    `${r.db}.$cmd.listCollections`,
    list.map((d) => Buffer.from(BSON.serialize(d))).values(),
    r.cmd.cursor?.batchSize,
  );
}
export const listIndexes = (r: Req) => {
  const c = r.store.colls.get(ns(r)) ?? fail(26, `ns does not exist: ${ns(r)}`);
  return r.server.cursors.open(
    c.ns,
    c.indexes
      .map((x) =>
        Buffer.from(BSON.serialize(x.name === '_id_' ? { v: 2, key: { _id: 1 }, name: '_id_' } : x.spec)),
      )
      .values(),
    r.cmd.cursor?.batchSize,
  );
};
export function listDatabases(r: Req) {
  const m = new Map<string, number>();
  for (const c of r.store.colls.values()) m.set(c.ns.split('.')[0], 8192);
  const databases = [...m].map(([name, sizeOnDisk]) => ({ name, sizeOnDisk, empty: false }));
  return {
    databases: r.cmd.nameOnly ? databases.map(({ name }) => ({ name })) : databases,
    totalSize: 8192,
    ok: 1,
  };
}
export async function createIndexes(r: Req) {
  const name = ns(r);
  let c!: Coll;
  let before = 0;
  const had = r.store.colls.has(name);
  await r.store.write(() => {
    c = ensure(r, name);
    before = c.indexes.length;
    for (const s of r.cmd.indexes as Document[]) {
      const key = s.key;
      if (!isDoc(key) || !Object.keys(key).length) fail(67, 'Index keys cannot be an empty object');
      for (const [f, v] of Object.entries(key)) {
        if (typeof v === 'string' && v !== 'hashed')
          fail(67, `Index type '${v}' is not supported by the embedded store`);
        if (v === 0 || (typeof v !== 'number' && v !== 'hashed'))
          fail(
            67,
            `Values in v:2 index key pattern cannot be of type ${typeof v}. Only numbers > 0, numbers < 0, and strings are allowed.`,
          );
        if (f.includes('$**')) fail(67, 'wildcard indexes are not supported by the embedded store');
      }
      const spec: Document = {
        v: 2,
        ...s,
        name:
          s.name ??
          Object.entries(key)
            .map(([k, v]) => `${k}_${v}`)
            .join('_'),
      };
      delete spec.background;
      const same = c.indexes.find((x) => x.name === spec.name),
        keyed = c.indexes.find(
          (x) =>
            JSON.stringify(x.key) === JSON.stringify(key) &&
            hashKey(x.spec.collation ?? null) === hashKey(spec.collation ?? null) &&
            hashKey(x.filter ?? null) === hashKey(spec.partialFilterExpression ?? null),
        );
      const opts = (x: any) =>
        hashKey([
          !!x.unique,
          !!x.sparse,
          x.expireAfterSeconds ?? null,
          x.partialFilterExpression ?? null,
          x.collation ?? null,
        ]);
      if (keyed && JSON.stringify(key) === '{"_id":1}') continue;
      if (keyed && keyed.name === spec.name && opts(keyed.spec) === opts(spec)) continue;
      if (keyed && opts(keyed.spec) !== opts(spec))
        fail(
          keyed.name === spec.name ? 86 : 85,
          `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(keyed.spec)}`,
        );
      if (keyed) fail(85, `Index already exists with a different name: ${keyed.name}`);
      if (same)
        fail(
          86,
          `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(same.spec)}`,
        );
      if (spec.expireAfterSeconds !== undefined && Object.keys(key).length > 1)
        fail(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL.');
      const ix = r.store.hydrate({ id: r.store.nextId++, spec });
      buildIndex(r.store, c, ix);
      c.indexes.push(ix);
    }
    r.store.saveColl(c);
  });
  return {
    numIndexesBefore: before,
    numIndexesAfter: c.indexes.length,
    createdCollectionAutomatically: !had,
    ...(before === c.indexes.length ? { note: 'all indexes already exist' } : {}),
    ok: 1,
  };
}
export async function dropIndexes(r: Req) {
  const c = need(r);
  const was = c.indexes.length;
  const sel = r.cmd.index;
  const hit = c.indexes.filter(
    (x) =>
      x.name !== '_id_' &&
      (sel === '*' ||
        (Array.isArray(sel)
          ? sel.includes(x.name)
          : typeof sel === 'string'
            ? x.name === sel
            : JSON.stringify(x.key) === JSON.stringify(sel))),
  );
  if (!hit.length && sel !== '*')
    fail(
      sel === '_id_' ? 72 : 27,
      sel === '_id_'
        ? 'cannot drop _id index'
        : `index not found with name [${isDoc(sel) ? JSON.stringify(sel) : sel}]`,
    );
  await r.store.write(() => {
    for (const ix of hit) {
      r.store.dropRange(indexPrefix(ix.id), prefixEnd(indexPrefix(ix.id)));
      c.indexes.splice(c.indexes.indexOf(ix), 1);
    }
    r.store.saveColl(c);
  });
  return { nIndexesWas: was, ok: 1 };
}
export async function collMod(r: Req) {
  const c = need(r);
  const i = r.cmd.index;
  await r.store.write(() => {
    if (i) {
      const ix =
        c.indexes.find((x) => x.name === i.name || hashKey(x.key) === hashKey(i.keyPattern ?? null)) ??
        fail(27, 'index not found');
      ix.spec.expireAfterSeconds = ix.expireAfterSeconds = i.expireAfterSeconds;
    } else
      for (const k of ['validator', 'validationLevel', 'validationAction'])
        if (r.cmd[k] !== undefined) c.options[k] = r.cmd[k];
    r.store.saveColl(c);
  });
  return { ok: 1 };
}
export async function rename(r: Req) {
  const from = r.cmd.renameCollection,
    to = r.cmd.to;
  const c = need(r, from);
  const old = r.store.colls.get(to);
  if (old && !r.cmd.dropTarget) fail(48, 'target namespace exists');
  await r.store.write(() => {
    if (old) r.store.drop(old);
    r.store.db.removeSync(Buffer.from('c' + from));
    r.store.colls.delete(from);
    c.ns = to;
    r.store.colls.set(to, c);
    r.store.saveColl(c);
  });
  return { ok: 1 };
}
export function stats(r: Req) {
  const kv = kvOf(r);
  const cs =
    r.name.toLowerCase() === 'collstats'
      ? ([r.store.colls.get(ns(r))].filter(Boolean) as Coll[])
      : [...r.store.colls.values()].filter((c) => c.ns.startsWith(r.db + '.'));
  const n = cs.reduce((m, c) => m + kv.count(docKey(c.id, 0), docKey(c.id + 1, 0)), 0);
  return {
    ns: ns(r, r.name.toLowerCase() === 'collstats' ? undefined : 'x'),
    db: r.db,
    collections: cs.length,
    count: n,
    objects: n,
    size: n * 512,
    dataSize: n * 512,
    storageSize: n * 512,
    indexes: cs.reduce((m, c) => m + c.indexes.length, 0),
    nindexes: cs[0]?.indexes.length ?? 0,
    ok: 1,
  };
}
// ------------------------------------------------ sessions and transactions
export const sid = (lsid: any) => (lsid ? hashKey(lsid.id) : undefined);
const transient = (code: number, msg: string) => {
  throw new MongoError(code, msg, {}, ['TransientTransactionError']);
};
/** finds or starts the transaction a command belongs to; replays the stored reply of a retried write */
export function session(r: Req): { s?: Session; replay?: Document } {
  const { cmd } = r;
  const id = sid(cmd.lsid);
  if (!id || cmd.txnNumber === undefined) return {};
  if (r.server.opts.setName === null)
    fail(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  const n = Number(cmd.txnNumber);
  let s = r.server.sessions.get(id);
  if (!s) r.server.sessions.set(id, (s = { txnNumber: -1 }));
  if (n < s.txnNumber)
    fail(
      225,
      `Cannot start transaction ${n} on session because a newer transaction ${s.txnNumber} has already started.`,
    );
  if (n > s.txnNumber) {
    s.txn?.abort();
    s.txn = undefined;
    s.reply = undefined;
    s.commit = undefined;
    s.txnNumber = n;
    if (cmd.autocommit === false && !cmd.startTransaction)
      transient(251, `Given transaction number ${n} does not match any in-progress transactions.`);
  }
  if (cmd.autocommit !== false) return s.reply ? { s, replay: s.reply } : { s };
  if (cmd.startTransaction) {
    s.txn?.abort();
    s.txn = new Txn(r.store, n);
    const t = s.txn;
    setTimeout(() => t.abort(), 60000).unref();
  }
  if (/^(commit|abort)Transaction$/.test(r.name)) return { s };
  if (!s.txn || s.txn.state !== 'active') {
    if (s.txn?.state === 'committed') fail(256, `Transaction with { txnNumber: ${n} } has been committed.`);
    transient(251, `Transaction with { txnNumber: ${n} } has been aborted.`);
  }
  if (
    ![
      'find',
      'getMore',
      'killCursors',
      'aggregate',
      'distinct',
      'insert',
      'update',
      'delete',
      'findAndModify',
      'findandmodify',
      'create',
      'createIndexes',
      'count',
    ].includes(r.name) ||
    r.name === 'count'
  )
    fail(263, `Cannot run '${r.name}' in a multi-document transaction.`);
  r.txn = s.txn;
  return { s };
}
export async function commit(r: Req) {
  const s = r.server.sessions.get(sid(r.cmd.lsid) ?? '');
  const t = s?.txn;
  if (!t || t.state === 'aborted') return transient(251, `Transaction ${r.cmd.txnNumber} has been aborted.`);
  if (t.state === 'active') await t.commit();
  return { ok: 1 };
}
export function abort(r: Req) {
  const s = r.server.sessions.get(sid(r.cmd.lsid) ?? '');
  const t = s?.txn;
  if (t?.state === 'committed') fail(256, `Transaction ${r.cmd.txnNumber} has been committed.`);
  if (!t || t.state === 'aborted') return transient(251, `Transaction ${r.cmd.txnNumber} has been aborted.`);
  t.abort();
  return { ok: 1 };
}
export function endSessions(r: Req) {
  for (const l of r.cmd.endSessions ?? []) {
    const k = sid(l)!;
    r.server.sessions.get(k)?.txn?.abort();
    r.server.sessions.delete(k);
  }
  return { ok: 1 };
}
export { decode };
