// indexes.ts - index keys of a document, document writes that keep indexes true, and the planner
import { BSON, ObjectId, type Document } from 'bson';
import { EMPTY, encode, enc, equal, hashKey, isDoc, rank, T, Writer, type Fold } from './keys';
import { compile, conjuncts, isOps } from './match';
import { fail, MongoError } from './errors';
import {
  after,
  docKey,
  indexPrefix,
  prefixEnd,
  ridOf,
  shortKey,
  Store,
  walkRange,
  type Coll,
  type Index,
  type KV,
} from './store';
export const DECODE = {
  promoteValues: true,
  promoteBuffers: false,
  bsonRegExp: true,
  ignoreUndefined: false,
};
export const TYPED = { promoteValues: false, bsonRegExp: true };
export const decode = (b: Uint8Array): any => BSON.deserialize(b, DECODE);
export const MAX = 16 * 1024 * 1024;
export const toBson = (d: Document): Buffer => {
  const size = BSON.calculateObjectSize(d, { ignoreUndefined: true });
  const b = size > MAX ? Buffer.alloc(0) : Buffer.from(BSON.serialize(d, { ignoreUndefined: true }));
  if (size > MAX) fail(10334, `BSONObj size: ${size} is invalid. Size must be between 0 and 16793600(16MB)`);
  return b;
};
/** reads only some top-level fields of a raw document: 5-10x cheaper than decoding it all */
export function pick(raw: Buffer, want: Set<string>): any {
  const parts: Buffer[] = [];
  let size = 5;
  let i = 4;
  let left = want.size;
  while (left && raw[i]) {
    const t = raw[i];
    const e = raw.indexOf(0, i + 1);
    const name = raw.toString('latin1', i + 1, e);
    let p = e + 1;
    switch (t) {
      case 1:
      case 9:
      case 17:
      case 18:
        p += 8;
        break;
      case 2:
      case 13:
      case 14:
        p += 4 + raw.readInt32LE(p);
        break;
      case 3:
      case 4:
      case 15:
        p += raw.readInt32LE(p);
        break;
      case 5:
        p += 5 + raw.readInt32LE(p);
        break;
      case 7:
        p += 12;
        break;
      case 8:
        p += 1;
        break;
      case 16:
        p += 4;
        break;
      case 19:
        p += 16;
        break;
      case 11:
        p = raw.indexOf(0, raw.indexOf(0, p) + 1) + 1;
        break;
      case 12:
        p += 4 + raw.readInt32LE(p) + 12;
        break;
    }
    if (want.has(name)) {
      const b = raw.subarray(i, p);
      parts.push(b);
      size += b.length;
      left--;
    }
    i = p;
  }
  const out = Buffer.allocUnsafe(size);
  out.writeInt32LE(size, 0);
  let n = 4;
  for (const b of parts) {
    b.copy(out, n);
    n += b.length;
  }
  out[n] = 0;
  return decode(out);
}
type Slot = { v: any; rest: string[] };
function* tuples(slots: Slot[]): Generator<any[]> {
  let arr: any[] | undefined;
  let set: number[] = [];
  const next: Slot[] = slots.map((s) => ({ ...s }));
  for (let i = 0; i < next.length; i++) {
    // follow each path until it ends or meets an array
    const s = next[i];
    while (s.rest.length && !Array.isArray(s.v)) {
      s.v = isDoc(s.v) ? s.v[s.rest[0]] : undefined;
      s.rest = s.rest.slice(1);
    }
    if (s.rest.length && Array.isArray(s.v) && /^\d+$/.test(s.rest[0]) && +s.rest[0] < s.v.length) {
      s.v = s.v[+s.rest[0]];
      s.rest = s.rest.slice(1);
      i--;
      continue;
    }
    if (Array.isArray(s.v)) {
      if (arr === undefined) arr = s.v;
      if (arr === s.v) set.push(i);
      else fail(171, 'cannot index parallel arrays');
    }
  }
  if (!arr) {
    yield next.map((s) => s.v);
    return;
  }
  if (!arr.length) {
    yield next.map((s, i) => (set.includes(i) ? (s.rest.length ? undefined : EMPTY) : s.v));
    return;
  }
  for (const el of arr) {
    const t = next.map((s, i) =>
      set.includes(i) ? { v: s.rest.length && !isDoc(el) ? undefined : el, rest: s.rest } : s,
    );
    if (t.some((s, i) => set.includes(i) && !s.rest.length && Array.isArray(s.v))) yield t.map((s) => s.v);
    else yield* tuples(t);
  }
}
const w = new Writer();
function pack(vals: any[], ix: Index): Buffer {
  w.n = 0;
  vals.forEach((v, i) => {
    const n0 = w.n;
    encode(v, w, ix.fold);
    if (ix.fields[i][1] < 0) for (let j = n0; j < w.n; j++) w.buf[j] ^= 0xff;
  });
  return w.done();
}
export function keysOf(ix: Index, doc: any): Buffer[] {
  if (ix.test && !ix.test(doc)) return [];
  if (ix.name === '_id_') return [pack([doc._id], ix)];
  const out = new Map<string, Buffer>();
  for (const vals of tuples(ix.fields.map(([f]) => ({ v: doc, rest: f.split('.') })))) {
    if (ix.sparse && vals.every((v) => v === undefined)) continue;
    const [k, long] = shortKey(pack(vals, ix));
    if (long) ix.long = true;
    out.set(k.toString('latin1'), k);
  }
  if (out.size > 1) ix.multikey = true;
  return [...out.values()];
}
const full = (ix: Index, k: Buffer, rid: number) => {
  const p = indexPrefix(ix.id);
  if (ix.unique) return Buffer.concat([p, k]);
  const r = Buffer.allocUnsafe(6);
  r.writeUIntBE(rid, 0, 6);
  return Buffer.concat([p, k, r]);
};
const ridBuf = (rid: number) => {
  const r = Buffer.allocUnsafe(6);
  r.writeUIntBE(rid, 0, 6);
  return r;
};
const val = (doc: any, f: string) =>
  f
    .split('.')
    .reduce(
      (v, k) =>
        v === null || v === undefined
          ? undefined
          : Array.isArray(v) && !/^\d+$/.test(k)
            ? v.map((x) => x?.[k])
            : v[k],
      doc,
    );
export function duplicate(c: Coll, ix: Index, doc: any): MongoError {
  const keyValue = Object.fromEntries(ix.fields.map(([f]) => [f, val(doc, f) ?? null]));
  const show = (v: any) => (v instanceof ObjectId ? `ObjectId('${v}')` : JSON.stringify(v));
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${c.ns} index: ${ix.name} dup key: { ${Object.entries(keyValue)
      .map(([k, v]) => `${k}: ${show(v)}`)
      .join(', ')} }`,
    { keyPattern: ix.key, keyValue },
  );
}
/** the only place documents change: old and/or new version of record `rid`; all checks happen before the first write */
export function writeDoc(
  store: Store,
  kv: KV,
  c: Coll,
  rid: number,
  old: any | null,
  neu: any | null,
  raw: Buffer | null,
) {
  if (raw && c.options.validator && c.options.validationAction !== 'warn') {
    const full = decode(raw);
    if (!compile(c.options.validator)(full))
      throw new MongoError(121, 'Document failed validation', {
        errInfo: {
          failingDocumentId: full._id,
          details: { operatorName: 'validator', reason: 'expression did not match' },
        },
      });
  }
  const dels: Buffer[] = [];
  const puts: Buffer[] = [];
  const dk = docKey(c.id, rid);
  const flags = c.indexes.map((x) => x.multikey || x.long);
  for (const ix of c.indexes) {
    const before = old ? keysOf(ix, old) : [];
    const now = neu ? keysOf(ix, neu) : [];
    const b = new Set(before.map((k) => k.toString('latin1')));
    const n = new Set(now.map((k) => k.toString('latin1')));
    for (const k of before) if (!n.has(k.toString('latin1'))) dels.push(full(ix, k, rid));
    for (const k of now)
      if (!b.has(k.toString('latin1'))) {
        const fk = full(ix, k, rid);
        if (ix.unique) {
          if (!kv.txn) store.assertFree(fk);
          const has = kv.get(fk);
          if (has && ridOf(has) !== rid) throw duplicate(c, ix, neu);
        }
        puts.push(fk);
      }
  }
  if (!kv.txn) {
    store.assertFree(dk);
    for (const k of dels) store.assertFree(k);
  }
  for (const k of dels) kv.del(k);
  for (const k of puts) kv.put(k, ridBuf(rid));
  if (raw) kv.put(dk, raw);
  else kv.del(dk);
  if (c.indexes.some((x, i) => (x.multikey || x.long) !== flags[i])) {
    if (kv.txn) void store.write(() => store.saveColl(c));
    else store.saveColl(c);
  }
}
export function buildIndex(store: Store, c: Coll, ix: Index) {
  const keys = new Map<string, number>();
  for (const e of walkRange(store, docKey(c.id, 0), docKey(c.id + 1, 0), false)) {
    const rid = ridOf(e.key);
    const doc = decode(e.value);
    for (const k of keysOf(ix, doc)) {
      const fk = full(ix, k, rid);
      const h = fk.toString('latin1');
      if (ix.unique && keys.has(h)) throw duplicate(c, ix, doc);
      keys.set(h, rid);
    }
  }
  for (const [h, rid] of keys) store.put(Buffer.from(h, 'latin1'), ridBuf(rid));
}
// ---------------------------------------------------------------- planner
type Bounds = { eq?: any[]; gt?: Buffer; gtx?: boolean; lt?: Buffer; ltx?: boolean; cond: any };
const typeLo = (v: any) => Buffer.of(rank(v) === T.num ? T.nan : rank(v)),
  typeHi = (v: any) => Buffer.of(rank(v) + 1);
function bounds(cond: any, fold: Fold): Bounds | null {
  if (cond && typeof cond === 'object' && (cond._bsontype === 'BSONRegExp' || cond instanceof RegExp)) {
    const m = /^\^([\w @\-:]+)/.exec(cond.pattern ?? cond.source);
    const src = cond.pattern ?? cond.source;
    if (!m || /[*?{|]/.test(src) || (cond.options ?? cond.flags).match(/[imx]/) || fold) return null;
    const p = Buffer.concat([Buffer.of(T.str), Buffer.from(m[1])]);
    return { gt: p, lt: prefixEnd(p), gtx: false, ltx: true, cond };
  }
  if (!isOps(cond)) return Array.isArray(cond) ? null : { eq: [cond], cond };
  const b: Bounds = { cond };
  let used = false;
  for (const op of Object.keys(cond)) {
    const v = cond[op];
    if (op === '$eq' && !Array.isArray(v)) return { eq: [v], cond };
    if (op === '$in' && Array.isArray(v) && !v.some((x) => Array.isArray(x) || rank(x) === T.re))
      return { eq: v, cond };
    if (op === '$regex') {
      const r = bounds(
        typeof v === 'string' ? { pattern: v, options: cond.$options ?? '', _bsontype: 'BSONRegExp' } : v,
        fold,
      );
      if (r) return r;
      continue;
    }
    if (
      !['$gt', '$gte', '$lt', '$lte'].includes(op) ||
      Array.isArray(v) ||
      isDoc(v) ||
      rank(v) <= T.nul ||
      rank(v) === T.max
    )
      continue;
    const k = enc(v, fold);
    used = true;
    if (op[1] === 'g') {
      b.gt = k;
      b.gtx = op === '$gt';
      b.lt ??= typeHi(v);
      b.ltx ??= true;
    } else {
      b.lt = k;
      b.ltx = op === '$lt';
      b.gt ??= typeLo(v);
      b.gtx ??= false;
    }
  }
  return used ? b : null;
}
export interface Plan {
  ix: Index;
  ranges: [Buffer, Buffer][];
  sorted: boolean;
  reverse: boolean;
  eqFields: number;
  point: boolean;
  multi: boolean;
}
const inv = (b: Buffer) => {
  const r = Buffer.from(b);
  for (let i = 0; i < r.length; i++) r[i] ^= 0xff;
  return r;
};
function implied(part: Document, preds: Map<string, any>): boolean {
  for (const [f, c] of conjuncts(part)) {
    const p = preds.get(f);
    if (p === undefined) return false;
    if (hashKey(p) === hashKey(c)) continue;
    const b = bounds(p, undefined);
    const eqs = b?.eq;
    if (
      isOps(c) &&
      eqs &&
      eqs.every((v) =>
        c.$exists
          ? rank(v) !== T.nul
          : c.$type === 'string'
            ? typeof v === 'string'
            : c.$gt !== undefined
              ? rank(v) === rank(c.$gt) && enc(v).compare(enc(c.$gt)) > 0
              : false,
      )
    )
      continue;
    if (isOps(c) && c.$exists && b && !eqs) continue;
    return false;
  }
  return true;
}
export function plan(
  c: Coll,
  filter: Document,
  sort: Document | undefined,
  fold: Fold,
  hint?: any,
): Plan | null {
  const preds = new Map<string, any>();
  for (const [p, cond] of conjuncts(filter)) {
    const old = preds.get(p);
    preds.set(p, old !== undefined && isOps(old) && isOps(cond) ? { ...cond, ...old } : (old ?? cond));
  }
  let best: Plan | null = null;
  let bestScore = -1;
  const sortFields = sort ? (Object.entries(sort) as [string, number][]) : [];
  for (const ix of c.indexes) {
    if (hint !== undefined) {
      if (typeof hint === 'string' ? hint !== ix.name : JSON.stringify(hint) !== JSON.stringify(ix.key))
        continue;
    } else {
      if (!!ix.fold !== !!fold) continue;
      if (ix.filter && !implied(ix.filter, preds)) continue;
    }
    let prefixes: Buffer[] = [indexPrefix(ix.id)];
    let eqFields = 0;
    let range: [Buffer, Buffer][] | undefined;
    let nullEq = false;
    let rangeField = false;
    let single = true;
    const used = new Map<number, number>();
    for (const [f, dir] of ix.fields) {
      const b = preds.has(f) ? bounds(preds.get(f), ix.fold) : null;
      if (!b) break;
      if (b.eq) {
        if (b.eq.some((v) => rank(v) === T.nul)) nullEq = true;
        const es = [
          ...new Map(
            b.eq.map((v) => {
              const k = enc(v, ix.fold);
              return [k.toString('latin1'), k] as const;
            }),
          ).values(),
        ];
        if (prefixes.length * es.length > 5000) break;
        if (es.length !== 1) single = false;
        prefixes = prefixes.flatMap((p) => es.map((e) => Buffer.concat([p, dir < 0 ? inv(e) : e])));
        eqFields++;
        used.set(eqFields - 1, es.length);
        continue;
      }
      let { gt, lt, gtx, ltx } = b;
      if (ix.multikey && gt!.length > 1 && lt!.length > 1) {
        lt = Buffer.of(gt![0] + 1);
        ltx = true;
      } // two bounds may be met by two different elements
      range = prefixes.map((p) => {
        // a descending field stores inverted bytes, so its bounds swap
        const lo = Buffer.concat([p, dir < 0 ? inv(lt!) : gt!]),
          hi = Buffer.concat([p, dir < 0 ? inv(gt!) : lt!]);
        const loX = dir < 0 ? ltx : gtx,
          hiX = dir < 0 ? gtx : ltx;
        return [loX ? prefixEnd(lo) : lo, hiX ? hi : prefixEnd(hi)] as [Buffer, Buffer];
      });
      rangeField = true;
      break;
    }
    if (ix.sparse && hint === undefined && (nullEq || (eqFields === 0 && !rangeField))) continue;
    let sorted = false,
      reverse = false;
    if (sortFields.length && !ix.multikey && !ix.long && single && !fold && !ix.fold) {
      for (let st = eqFields; st >= 0 && !sorted; st--) {
        const rest = ix.fields.slice(st);
        const sf = sortFields.filter(([f]) => !ix.fields.slice(0, st).some(([g]) => g === f));
        if (sf.length <= rest.length && sf.every(([f], i) => rest[i][0] === f)) {
          const d = sf.map(([, x], i) => Math.sign(x) * rest[i][1]);
          if (d.every((x) => x === d[0])) {
            sorted = true;
            reverse = d[0] < 0;
          }
        }
      }
    }
    if (!eqFields && !rangeField && !sorted && hint === undefined) continue;
    const point = ix.unique && eqFields === ix.fields.length && !range;
    const score = (point ? 1000 : 0) + eqFields * 10 + (rangeField ? 5 : 0) + (sorted ? 4 : 0);
    if (score > bestScore) {
      bestScore = score;
      best = {
        ix,
        ranges: range ?? prefixes.map((p) => [p, prefixEnd(p)]),
        sorted,
        reverse,
        eqFields,
        point,
        multi: ix.multikey || prefixes.length > 1,
      };
    }
  }
  return best;
}
export interface Scan {
  it: Iterable<[number, Buffer]>;
  sorted: boolean;
  stage: string;
  ix?: string;
}
/** candidate records for a filter (a superset: callers re-test), through an index when one helps */
export function candidates(
  kv: KV,
  c: Coll,
  filter: Document,
  sort: Document | undefined,
  fold: Fold,
  hint?: any,
): Scan {
  const p = hint !== undefined && hint?.$natural !== undefined ? null : plan(c, filter, sort, fold, hint);
  if (hint !== undefined && !p && hint?.$natural === undefined)
    fail(
      2,
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  if (p) return { it: byIndex(kv, c, p), sorted: p.sorted, stage: 'IXSCAN', ix: p.ix.name };
  if (Array.isArray(filter.$or) && !sort) {
    const plans = filter.$or.map((f: Document) => plan(c, f, undefined, fold));
    if (plans.every(Boolean)) {
      const seen = new Set<number>();
      return {
        it: (function* () {
          for (const q of plans)
            for (const [rid, raw] of byIndex(kv, c, q!))
              if (!seen.has(rid)) {
                seen.add(rid);
                yield [rid, raw] as [number, Buffer];
              }
        })(),
        sorted: false,
        stage: 'IXSCAN',
        ix: plans.map((q: any) => q.ix.name).join(','),
      };
    }
  }
  return {
    it: (function* () {
      for (const e of walkRange(kv, docKey(c.id, 0), docKey(c.id + 1, 0), hint?.$natural === -1))
        yield [ridOf(e.key), e.value] as [number, Buffer];
    })(),
    sorted: false,
    stage: 'COLLSCAN',
  };
}
function* byIndex(kv: KV, c: Coll, p: Plan): Generator<[number, Buffer]> {
  const seen = p.multi ? new Set<number>() : null;
  for (const [lo, hi] of p.reverse ? [...p.ranges].reverse() : p.ranges) {
    if (p.point) {
      let k = lo;
      if (k.length > 1705) k = Buffer.concat([indexPrefix(p.ix.id), shortKey(k.subarray(5))[0]]);
      const r = kv.get(k);
      if (!r) continue;
      const rid = ridOf(r);
      if (seen?.has(rid)) continue;
      seen?.add(rid);
      const raw = kv.get(docKey(c.id, rid));
      if (raw) yield [rid, raw];
      continue;
    }
    const cut = (b: Buffer, up: boolean) =>
      b.length <= 1705 ? b : up ? prefixEnd(b.subarray(0, 1705)) : b.subarray(0, 1705);
    for (const e of walkRange(kv, cut(lo, false), cut(hi, true), p.reverse)) {
      const rid = ridOf(e.value);
      if (seen) {
        if (seen.has(rid)) continue;
        seen.add(rid);
      }
      const raw = kv.get(docKey(c.id, rid));
      if (raw) yield [rid, raw];
    }
  }
}
export { after, equal };
