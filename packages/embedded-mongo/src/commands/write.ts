// write.ts - insert, update, delete, findAndModify, $out/$merge, TTL
import { BSON, Long, ObjectId, type Document } from 'bson';
import { decode, duplicate, MAX, pick, toBson, TYPED, writeDoc } from '../indexes';
import { applyUpdate, upsertDoc } from '../update';
import { promote } from '../agg';
import { foldOf, isDoc } from '../keys';
import { fail, MongoError } from '../errors';
import { docKey, Locked, type Coll, type KV } from '../store';
import type { Req, Server } from '../wire';
import { findRaw, letVars, ns, project } from './read';
const decodeTyped = (b: Buffer) => BSON.deserialize(b, TYPED);
export function ensure(r: Req, name = ns(r)): Coll {
  const c = r.store.colls.get(name);
  if (c) return c;
  if (name.length > 255 || name.includes('\0') || name.includes('$'))
    fail(73, `Invalid namespace specified '${name}'`);
  return r.store.create(name);
}
const log = (r: Req, ev: Document) => {
  (r.txn ? r.txn.events : ((r as any).events ??= [])).push(ev);
};
/** runs a write: inside the session's transaction (overlay), or in one durable LMDB transaction; waits when another transaction holds a document */
export async function durable<R>(r: Req, ddl: () => void, fn: (kv: KV) => R): Promise<R> {
  if (r.txn) {
    let need = false;
    try {
      need = !r.store.colls.has(ns(r));
    } catch {
      /* command without collection */
    }
    if (need) await r.store.write(ddl);
    return fn(r.txn);
  }
  const out = await r.store.write(() => {
    ddl();
    return fn(r.store);
  });
  for (const e of (r as any).events ?? []) r.store.emit(e);
  (r as any).events = [];
  return out;
}
/** loop over statements; ordered stops at the first error; a lock wait resumes at the same statement */
async function statements<S>(
  r: Req,
  list: S[],
  ordered: boolean,
  ddl: () => void,
  one: (kv: KV, s: S, i: number) => void,
): Promise<Document[]> {
  const errs: Document[] = [];
  let i = 0;
  if (list.length > 100000 || !list.length)
    fail(
      list.length ? 72 : 72,
      `Write batch sizes must be between 1 and 100000. Got ${list.length} operations.`,
    );
  for (;;) {
    const stop = await durable(r, ddl, (kv) => {
      for (; i < list.length; i++) {
        try {
          one(kv, list[i], i);
        } catch (e: any) {
          if (e instanceof Locked) return e;
          if (!(e instanceof MongoError) || r.txn) throw e;
          errs.push({ index: i, code: e.code, errmsg: e.message, ...e.extra });
          if (ordered) {
            i = list.length;
          }
        }
      }
      return null;
    });
    if (!stop) return errs;
    await Promise.race([stop.txn.done, new Promise((ok) => setTimeout(ok, 60000).unref())]);
    if (stop.txn.state === 'active') stop.txn.abort();
  }
}
const reply = (n: number, errs: Document[], extra: Document = {}) => ({
  n,
  ...extra,
  ...(errs.length ? { writeErrors: errs } : {}),
  ok: 1,
});
export function insertRaw(r: Req, kv: KV, c: Coll, raw: Buffer): void {
  if (raw.length > MAX)
    fail(10334, `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX}`);
  const want = new Set([
    '_id',
    ...c.indexes.flatMap((x) => [
      ...Object.keys(x.key).map((k) => k.split('.')[0]),
      ...(x.filter ? Object.keys(x.filter).map((k) => k.split('.')[0]) : []),
    ]),
  ]);
  let doc = pick(raw, want);
  if (doc._id === undefined) {
    doc = decodeTyped(raw);
    doc = { _id: new ObjectId(), ...doc };
    raw = toBson(doc);
  }
  if (Array.isArray(doc._id) || doc._id?._bsontype === 'BSONRegExp')
    fail(2, `The '_id' value cannot be of type ${Array.isArray(doc._id) ? 'array' : 'regex'}`);
  if (isDoc(doc._id) && Object.keys(doc._id).some((k) => k[0] === '$'))
    fail(
      52,
      `_id fields may not contain '$'-prefixed fields: ${Object.keys(doc._id)[0]} is not valid for storage.`,
    );
  writeDoc(r.store, kv, c, c.next, null, doc, Buffer.from(raw));
  c.next++;
  log(r, { op: 'insert', c, _id: doc._id, raw });
}
export async function insert(r: Req) {
  const docs: Buffer[] = r.cmd.documents;
  let n = 0;
  const name = ns(r);
  const errs = await statements(
    r,
    docs,
    r.cmd.ordered !== false,
    () => void ensure(r, name),
    (kv, raw) => {
      insertRaw(r, kv, r.store.colls.get(name)!, raw);
      n++;
    },
  );
  return reply(n, errs);
}
interface Mod {
  q: Document;
  qTyped: Document;
  u: any;
  multi?: boolean;
  upsert?: boolean;
  arrayFilters?: Document[];
  fold: any;
  hint?: any;
  sort?: Document;
  vars?: Document;
  remove?: boolean;
  maxTimeMS?: number;
}
interface ModResult {
  n: number;
  changed: number;
  upserted?: any;
  before?: any;
  after?: any;
}
function modify(r: Req, kv: KV, name: string, m: Mod): ModResult {
  const c = r.store.colls.get(name);
  const res: ModResult = { n: 0, changed: 0 };
  const ctx = { filter: m.q, fold: m.fold, arrayFilters: m.arrayFilters, vars: m.vars };
  const hits = [
    ...findRaw(kv, c, {
      filter: m.q,
      sort: m.sort,
      limit: m.multi ? 0 : 1,
      fold: m.fold,
      hint: m.hint,
      vars: m.vars,
      maxTimeMS: m.maxTimeMS,
    }),
  ];
  if (!kv.txn) for (const [rid] of hits) r.store.assertFree(docKey(c!.id, rid)); // all or nothing before waiting on a transaction
  for (const [rid, raw] of hits) {
    res.n++;
    const old = decodeTyped(raw);
    res.before = old;
    if (m.remove) {
      writeDoc(r.store, kv, c!, rid, promote(old), null, null);
      log(r, { op: 'delete', c, _id: old._id });
      res.changed++;
      continue;
    }
    const neu = applyUpdate(old, m.u, ctx);
    const out = toBson(neu);
    res.after = neu;
    if (out.equals(raw)) continue;
    writeDoc(r.store, kv, c!, rid, promote(old), promote(neu), out);
    res.changed++;
    log(r, {
      op: Array.isArray(m.u) || Object.keys(m.u)[0]?.startsWith('$') ? 'update' : 'replace',
      c,
      _id: neu._id,
      before: old,
      after: neu,
      raw: out,
    });
  }
  if (!res.n && m.upsert) {
    const doc = upsertDoc(m.qTyped, m.u, ctx);
    const c2 = ensure(r, name);
    const raw = toBson(doc);
    writeDoc(r.store, kv, c2, c2.next, null, promote(doc), raw);
    c2.next++;
    res.n = 1;
    res.upserted = doc._id;
    res.after = doc;
    log(r, { op: 'insert', c: c2, _id: doc._id, raw });
  }
  return res;
}
const checkUpdate = (u: any, multi: boolean) => {
  if (u === undefined) fail(9, 'Either an update or remove=true must be specified');
  const ops = Array.isArray(u) || Object.keys(u)[0]?.startsWith('$');
  if (multi && !ops) fail(9, 'multi update is not supported for replacement-style update');
  if (ops && !Array.isArray(u))
    for (const k of Object.keys(u))
      if (k[0] !== '$')
        fail(
          9,
          `Unknown modifier: ${k}. Expected a valid update modifier or pipeline-style update specified as an array`,
        );
  if (!ops)
    for (const k of Object.keys(u))
      if (k[0] === '$')
        fail(
          52,
          `The dollar ($) prefixed field '${k}' in '${k}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
        );
};
export async function update(r: Req) {
  const typed = r.typed();
  const list: Document[] = r.cmd.updates;
  let n = 0,
    nModified = 0;
  const upserted: Document[] = [];
  const name = ns(r);
  const vars = letVars(r.cmd.let);
  const errs = await statements(
    r,
    list,
    r.cmd.ordered !== false,
    () => {
      if (list.some((s) => s.upsert)) ensure(r, name);
    },
    (kv, s, i) => {
      if (s.sort) fail(40415, "BSON field 'update.updates.sort' is an unknown field.");
      const t = typed.updates[i];
      checkUpdate(t.u, !!s.multi);
      const c = r.store.colls.get(name);
      const m = modify(r, kv, name, {
        q: s.q,
        qTyped: t.q,
        u: t.u,
        multi: s.multi,
        upsert: s.upsert,
        arrayFilters: t.arrayFilters,
        fold: foldOf(s.collation ?? c?.options.collation),
        hint: s.hint,
        sort: s.sort,
        vars,
        maxTimeMS: r.cmd.maxTimeMS,
      });
      n += m.n;
      nModified += m.changed;
      if (m.upserted !== undefined) upserted.push({ index: i, _id: m.upserted });
    },
  );
  return reply(n, errs, { nModified, ...(upserted.length ? { upserted } : {}) });
}
export async function del(r: Req) {
  let n = 0;
  const name = ns(r);
  const vars = letVars(r.cmd.let);
  const errs = await statements(
    r,
    r.cmd.deletes as Document[],
    r.cmd.ordered !== false,
    () => {},
    (kv, s) => {
      n += modify(r, kv, name, {
        q: s.q,
        qTyped: s.q,
        u: null,
        remove: true,
        multi: s.limit === 0,
        fold: foldOf(s.collation),
        hint: s.hint,
        vars,
        maxTimeMS: r.cmd.maxTimeMS,
      }).n;
    },
  );
  return reply(n, errs);
}
export async function findAndModify(r: Req) {
  const { cmd } = r;
  const t = r.typed();
  const name = ns(r, cmd.findAndModify ?? cmd.findandmodify);
  if (!cmd.remove) checkUpdate(t.update, false);
  if (cmd.remove && (cmd.update || cmd.new)) fail(9, 'Cannot specify both an update and remove=true');
  const c = r.store.colls.get(name);
  const fold = foldOf(cmd.collation ?? c?.options.collation);
  const q = cmd.query ?? {};
  const m = await durable(
    r,
    () => {
      if (cmd.upsert) ensure(r, name);
    },
    (kv) =>
      modify(r, kv, name, {
        q,
        qTyped: t.query ?? {},
        u: t.update,
        upsert: cmd.upsert,
        remove: cmd.remove,
        sort: cmd.sort,
        arrayFilters: t.arrayFilters,
        fold,
        hint: cmd.hint,
        vars: letVars(cmd.let),
        maxTimeMS: cmd.maxTimeMS,
      }),
  );
  const doc = cmd.remove
    ? m.before
    : cmd.new
      ? (m.after ?? m.before)
      : m.upserted !== undefined
        ? null
        : m.before;
  const value =
    doc === undefined || doc === null
      ? null
      : cmd.fields && Object.keys(cmd.fields).length
        ? project(decode(toBson(doc)), cmd.fields, q, fold)
        : doc;
  return {
    lastErrorObject: {
      n: m.n,
      ...(cmd.remove
        ? {}
        : {
            updatedExisting: m.n > 0 && m.upserted === undefined,
            ...(m.upserted !== undefined ? { upserted: m.upserted } : {}),
          }),
    },
    value,
    ok: 1,
  };
}
/** $out / $merge */
export function outStage(r: Req, kv: KV) {
  return (stage: string, spec: any, docs: any[]) => {
    const target =
      stage === '$out'
        ? typeof spec === 'string'
          ? `${r.db}.${spec}`
          : `${spec.db}.${spec.coll}`
        : typeof spec === 'string'
          ? `${r.db}.${spec}`
          : typeof spec.into === 'string'
            ? `${r.db}.${spec.into}`
            : `${spec.into.db}.${spec.into.coll}`;
    let c = r.store.colls.get(target);
    if (stage === '$out') {
      if (c)
        for (const [rid, raw] of [...findRaw(kv, c, { filter: {} })])
          writeDoc(r.store, kv, c, rid, decode(raw), null, null);
      c = ensure(r, target);
      for (const d of docs) insertRaw(r, kv, c, toBson(d));
      return;
    }
    c = ensure(r, target);
    const on: string[] = spec.on ? [spec.on].flat() : ['_id'];
    const wm = spec.whenMatched ?? 'merge';
    for (const d of docs) {
      const q = Object.fromEntries(on.map((f) => [f, d[f]]));
      const u = Array.isArray(wm)
        ? wm
        : wm === 'replace'
          ? d
          : { $set: Object.fromEntries(Object.entries(d).filter(([k]) => k !== '_id')) };
      const hit = !findRaw(kv, c, { filter: q, limit: 1 }).next().done;
      if (hit && wm === 'fail')
        throw duplicate(
          c,
          c.indexes.find((x) => JSON.stringify(Object.keys(x.key)) === JSON.stringify(on)) ?? c.indexes[0],
          d,
        );
      if (!hit && spec.whenNotMatched === 'fail')
        fail(13113, '$merge could not find a matching document in the target collection');
      if (hit && wm === 'keepExisting') continue;
      if (!hit) {
        if (spec.whenNotMatched !== 'discard') insertRaw(r, kv, c, toBson(d));
      } else
        modify(r, kv, target, {
          q,
          qTyped: q,
          u: decodeTyped(toBson({ u })).u,
          fold: undefined,
          vars: { new: d },
        });
    }
  };
}
export async function ttl(s: Server): Promise<number> {
  let n = 0;
  const r = { store: s.store, server: s } as any as Req;
  for (const c of [...s.store.colls.values()])
    for (const ix of c.indexes)
      if (ix.expireAfterSeconds !== undefined && ix.fields.length === 1) {
        const q = { [ix.fields[0][0]]: { $lt: new Date(Date.now() - ix.expireAfterSeconds * 1000) } };
        for (;;) {
          const batch = [...findRaw(s.store, c, { filter: q, limit: 500 })];
          if (!batch.length) break;
          const k = await s.store.write(() => {
            let done = 0;
            for (const [rid, raw] of batch) {
              try {
                if (s.store.get(docKey(c.id, rid))) {
                  const d = decode(raw);
                  writeDoc(s.store, s.store, c, rid, d, null, null);
                  log(r, { op: 'delete', c, _id: d._id });
                  done++;
                }
              } catch (e) {
                if (!(e instanceof Locked)) throw e;
              }
            }
            return done;
          });
          n += k;
          if (!k || batch.length < 500) break;
        }
      }
  for (const e of (r as any).events ?? []) s.store.emit(e);
  return n;
}
export { Long, isDoc };
