// update.ts - update operators on TYPED documents (Int32/Double/Long kept), so stored number types never change silently
import { Decimal128, Double, Int32, Long, ObjectId, Timestamp, type Document } from 'bson';
import { compare, enc, equal, hashKey, isDoc, isNum, num, type Fold } from './keys';
import { compile, conjuncts, isOps, positional, type MatchCtx } from './match';
import { runPipeline, promote } from './agg';
import { fail } from './errors';
const DIGITS = /^\d+$/;
type Path = string[];
export interface UpdateCtx extends MatchCtx {
  filter: Document;
  arrayFilters?: Document[];
  insert?: boolean;
  vars?: Document;
}
const show = (v: any) =>
  JSON.stringify(v, (_k, x) => (x && typeof x === 'object' && x._bsontype ? String(x) : x));
/** replaces `$`, `$[]`, `$[id]` by concrete array positions of this document */
function expand(doc: any, path: string, c: UpdateCtx): Path[] {
  if (!path.includes('$')) return [path.split('.')];
  let out: Path[] = [[]];
  const segs = path.split('.');
  for (let i = 0; i < segs.length; i++) {
    const s = segs[i];
    if (s[0] !== '$') {
      out.forEach((p) => p.push(s));
      continue;
    }
    const next: Path[] = [];
    for (const p of out) {
      const arr = p.reduce((v: any, k) => (v === undefined || v === null ? undefined : v[k]), doc);
      if (!Array.isArray(arr)) {
        if (s === '$') fail(2, `The positional operator did not find the match needed from the query.`);
        fail(2, `The path '${p.join('.')}' must exist in the document in order to apply array updates.`);
      }
      if (s === '$') {
        const k = positional(c.filter, doc, p.join('.'), arr, c);
        if (k < 0) fail(2, 'The positional operator did not find the match needed from the query.');
        next.push([...p, String(k)]);
      } else if (s === '$[]') arr.forEach((_: any, k: number) => next.push([...p, String(k)]));
      else {
        const id = s.slice(2, -1);
        const fs = (c.arrayFilters ?? []).filter((f) => rootOf(f) === id);
        if (!fs.length) fail(2, `No array filter found for identifier '${id}' in path '${path}'`);
        const t = compile(fs.length === 1 ? fs[0] : { $and: fs }, c);
        arr.forEach((el: any, k: number) => t({ [id]: el }) && next.push([...p, String(k)]));
      }
    }
    out = next;
  }
  return out;
}
const rootOf = (f: Document): string => {
  const k = Object.keys(f)[0];
  return k?.startsWith('$') ? rootOf(f[k][0]) : k?.split('.')[0];
};
/** walks to the container of the last segment; creates missing parents when asked; MongoDB error 28 if a scalar is in the way */
function at(doc: any, p: Path, create: boolean, f: (box: any, key: string | number, old: any) => void): void {
  let v = doc;
  for (let i = 0; ; i++) {
    const key: any = Array.isArray(v)
      ? DIGITS.test(p[i])
        ? +p[i]
        : create
          ? fail(28, `Cannot create field '${p[i]}' in element {${p[i - 1]}: ${show(v)}}`)
          : null
      : p[i];
    if (key === null) return;
    if (Array.isArray(v) && create && key > v.length) {
      if (key > v.length + 1500000) fail(2, 'array index too large');
      while (v.length < key) v.push(null);
    }
    if (i === p.length - 1) {
      f(v, key, v[key]);
      return;
    }
    if (v[key] === undefined) {
      if (!create) return;
      v[key] = {};
    } else if (!isDoc(v[key]) && !Array.isArray(v[key])) {
      if (create) fail(28, `Cannot create field '${p[i + 1]}' in element {${p[i]}: ${show(v[key])}}`);
      return;
    }
    v = v[key];
  }
}
const dec = (v: any): [bigint, number] => {
  const m = /^(-?)(\d+)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(
    String(isNum(v) ? (v._bsontype === 'Decimal128' || v._bsontype === 'Long' ? v.toString() : num(v)) : v),
  );
  if (!m) return fail(2, 'unsupported decimal');
  return [BigInt(m[1] + m[2] + (m[3] ?? '')), (m[3]?.length ?? 0) - Number(m[4] ?? 0)];
};
export function arith(a: any, b: any, mul: boolean): any {
  const ta = a._bsontype ?? 'Double',
    tb = b._bsontype ?? 'Double';
  if (ta === 'Decimal128' || tb === 'Decimal128') {
    const [x, sx] = dec(a),
      [y, sy] = dec(b);
    if (mul) return Decimal128.fromString(`${x * y}E${-(sx + sy)}`);
    const s = Math.max(sx, sy);
    return Decimal128.fromString(`${x * 10n ** BigInt(s - sx) + y * 10n ** BigInt(s - sy)}E${-s}`);
  }
  if (ta === 'Double' || tb === 'Double') return new Double(mul ? num(a) * num(b) : num(a) + num(b));
  const big = (v: any) => (v._bsontype === 'Long' ? v.toBigInt() : BigInt(v.value));
  const r = mul ? big(a) * big(b) : big(a) + big(b);
  if (ta === 'Int32' && tb === 'Int32' && r >= -(2n ** 31n) && r < 2n ** 31n) return new Int32(Number(r));
  return r >= -(2n ** 63n) && r < 2n ** 63n
    ? Long.fromBigInt(r)
    : fail(2, `Failed to apply $${mul ? 'mul' : 'inc'} operations to current value: integer overflow`);
}
const same = (a: any, b: any) =>
  a !== undefined && b !== undefined && (a?._bsontype ?? '') === (b?._bsontype ?? '') && equal(a, b);
const bracket = (a: any[], b: any[]) => a.length === b.length && a.every((x, i) => same(x, b[i]));
const clone = (v: any): any =>
  Array.isArray(v)
    ? v.map(clone)
    : isDoc(v)
      ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, clone(x)]))
      : v;
type Op = (box: any, k: any, old: any, arg: any, c: UpdateCtx, path: string) => void;
const arrayOf = (old: any, path: string, op: string): any[] =>
  Array.isArray(old) ? old : fail(2, `The field '${path}' must be an array but is of type ${typeof old}`);
const OPS: Record<string, { create: boolean; f: Op }> = {
  $set: {
    create: true,
    f: (b, k, _o, a) => {
      b[k] = clone(a);
    },
  },
  $setOnInsert: {
    create: true,
    f: (b, k, _o, a) => {
      b[k] = clone(a);
    },
  },
  $unset: {
    create: false,
    f: (b, k, o) => {
      if (o !== undefined) {
        if (Array.isArray(b)) b[k] = null;
        else delete b[k];
      }
    },
  },
  $inc: {
    create: true,
    f: (b, k, o, a, _c, p) => {
      if (!isNum(a)) fail(14, `Cannot increment with non-numeric argument: {${p}: ${show(a)}}`);
      if (o !== undefined && !isNum(o))
        fail(
          14,
          `Cannot apply $inc to a value of non-numeric type. {_id: ...} has the field '${k}' of non-numeric type ${typeof o}`,
        );
      b[k] = o === undefined ? a : arith(o, a, false);
    },
  },
  $mul: {
    create: true,
    f: (b, k, o, a, _c, p) => {
      if (!isNum(a)) fail(14, `Cannot multiply with non-numeric argument: {${p}: ${show(a)}}`);
      if (o !== undefined && !isNum(o)) fail(14, `Cannot apply $mul to a value of non-numeric type.`);
      b[k] = arith(o ?? new Int32(0), a, true);
    },
  },
  $min: {
    create: true,
    f: (b, k, o, a, c) => {
      if (o === undefined || compare(a, o, c.fold) < 0) b[k] = a;
    },
  },
  $max: {
    create: true,
    f: (b, k, o, a, c) => {
      if (o === undefined || compare(a, o, c.fold) > 0) b[k] = a;
    },
  },
  $currentDate: {
    create: true,
    f: (b, k, _o, a) => {
      b[k] =
        isDoc(a) && a.$type === 'timestamp'
          ? new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 })
          : a === true || (isDoc(a) && a.$type === 'date')
            ? new Date()
            : fail(2, `${typeof a} is not valid type for $currentDate.`);
    },
  },
  $bit: {
    create: true,
    f: (b, k, o, a) => {
      let r = o === undefined ? new Int32(0) : o;
      for (const op of Object.keys(a)) {
        const x = BigInt(num(r)),
          y = BigInt(num(a[op]));
        const z = op === 'and' ? x & y : op === 'or' ? x | y : x ^ y;
        r = r._bsontype === 'Long' || a[op]._bsontype === 'Long' ? Long.fromBigInt(z) : new Int32(Number(z));
      }
      b[k] = r;
    },
  },
  $push: {
    create: true,
    f: (b, k, o, a, _c, p) => {
      const each = isDoc(a) && '$each' in a;
      const items = each
        ? Array.isArray(a.$each)
          ? a.$each
          : fail(2, 'The argument to $each in $push must be an array')
        : [a];
      const arr = o === undefined ? [] : [...arrayOf(o, p, '$push')];
      const at_ = each && a.$position !== undefined ? num(a.$position) : arr.length;
      arr.splice(at_, 0, ...clone(items));
      if (each && a.$sort !== undefined) {
        const s = a.$sort;
        const keys = isDoc(s) ? Object.entries(s) : [['', s] as [string, any]];
        const get = (v: any, q: string) => (q === '' ? v : q.split('.').reduce((x: any, y) => x?.[y], v));
        arr.sort((x, y) => {
          for (const [q, d] of keys) {
            const c = compare(get(x, q), get(y, q)) * num(d);
            if (c) return c;
          }
          return 0;
        });
      }
      let res = arr;
      if (each && a.$slice !== undefined) {
        const n = num(a.$slice);
        res = n < 0 ? arr.slice(n) : arr.slice(0, n);
      }
      b[k] = res;
    },
  },
  $addToSet: {
    create: true,
    f: (b, k, o, a, _c, p) => {
      const items = isDoc(a) && '$each' in a ? a.$each : [a];
      const arr = o === undefined ? [] : [...arrayOf(o, p, '$addToSet')];
      const seen = new Set(arr.map((x) => hashKey(x)));
      for (const x of items) {
        const h = hashKey(x);
        if (!seen.has(h)) {
          seen.add(h);
          arr.push(clone(x));
        }
      }
      b[k] = arr;
    },
  },
  $pop: {
    create: false,
    f: (b, k, o, a, _c, p) => {
      if (o !== undefined) {
        const arr = [...arrayOf(o, p, '$pop')];
        if (num(a) < 0) arr.shift();
        else arr.pop();
        b[k] = arr;
      }
    },
  },
  $pullAll: {
    create: false,
    f: (b, k, o, a, _c, p) => {
      if (o !== undefined) {
        const s = new Set(a.map((x: any) => hashKey(x)));
        b[k] = arrayOf(o, p, '$pullAll').filter((x) => !s.has(hashKey(x)));
      }
    },
  },
  $pull: {
    create: false,
    f: (b, k, o, a, c, p) => {
      if (o === undefined) return;
      const ops = isOps(a);
      const byDoc = isDoc(a) && !ops;
      const t = byDoc ? compile(a, c) : compile({ v: a }, c);
      b[k] = arrayOf(o, p, '$pull').filter((x) => !(byDoc ? isDoc(x) && t(x) : t({ v: x })));
    },
  },
};
/** applies update `u` to a copy of typed `doc`; returns the new document */
export function applyUpdate(doc: Document, u: any, c: UpdateCtx): Document {
  const id = doc._id;
  let out: Document;
  if (Array.isArray(u)) {
    out = runPipeline([promote(doc)], promote(u), { vars: c.vars, update: true })[0];
    if (out._id === undefined && id !== undefined) out = { _id: id, ...out };
  } else if (!isOps(u)) {
    out = { ...(id !== undefined || u._id !== undefined ? { _id: u._id ?? id } : {}), ...clone(u) };
    if (out._id === undefined) delete out._id;
    if (u._id === undefined && id !== undefined) out._id = id;
  } else {
    out = clone(doc);
    const seen: string[] = [];
    const jobs: [string, string, any][] = [];
    for (const op of Object.keys(u)) {
      if (op !== '$rename' && !OPS[op])
        fail(
          9,
          `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
        );
      if (!isDoc(u[op]))
        fail(
          9,
          `Modifiers operate on fields but we found type ${typeof u[op]} instead. For example: {$mod: {<field>: ...}} not {${op}: ${show(u[op])}}`,
        );
      for (const path of Object.keys(u[op])) {
        if (path === '' || path.split('.').includes(''))
          fail(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
        for (const q of op === '$rename' ? [path, String(u[op][path])] : [path]) {
          for (const s of seen)
            if (s === q || s.startsWith(q + '.') || q.startsWith(s + '.'))
              fail(
                40,
                `Updating the path '${q}' would create a conflict at '${s.length < q.length ? s : q}'`,
              );
          seen.push(q);
        }
        jobs.push([op, path, u[op][path]]);
      }
    }
    jobs.sort((a, b) => (a[1] < b[1] ? -1 : 1)); // new fields appear in lexicographic order, as in MongoDB >= 5
    for (const [op, path, arg] of jobs) {
      if (op === '$setOnInsert' && !c.insert) continue;
      if (op === '$rename') {
        let val: any;
        at(out, path.split('.'), false, (b, k, o) => {
          val = o;
          if (o !== undefined) delete b[k];
        });
        if (val !== undefined)
          at(out, String(arg).split('.'), true, (b, k) => {
            b[k] = val;
          });
        continue;
      }
      for (const p of expand(out, path, c))
        at(out, p, OPS[op].create, (b, k, o) => OPS[op].f(b, k, o, arg, c, path));
    }
  }
  if (id !== undefined && !c.insert && (out._id === undefined || !equal(id, out._id)))
    fail(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
  return out;
}
/** the document an upsert starts from: equality conditions of the filter */
export function upsertSeed(filter: Document): Document {
  const d: Document = {};
  for (const [path, cond] of conjuncts(filter)) {
    const v = isOps(cond)
      ? '$eq' in cond
        ? cond.$eq
        : Array.isArray(cond.$in) && cond.$in.length === 1
          ? cond.$in[0]
          : Array.isArray(cond.$all) && cond.$all.length === 1
            ? cond.$all[0]
            : undefined
      : cond;
    if (v !== undefined && v?._bsontype !== 'BSONRegExp' && !(v instanceof RegExp))
      at(d, path.split('.'), true, (b, k) => {
        b[k] = v;
      });
  }
  return d;
}
export function upsertDoc(filter: Document, u: any, c: UpdateCtx): Document {
  const seed = upsertSeed(filter);
  const out = applyUpdate(
    isOps(u) || Array.isArray(u) ? seed : seed._id !== undefined ? { _id: seed._id } : {},
    u,
    { ...c, insert: true },
  );
  if (seed._id !== undefined && out._id !== undefined && !equal(seed._id, out._id))
    fail(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
  const { _id, ...rest } = out;
  return { _id: _id === undefined ? new ObjectId() : _id, ...rest };
}
export { enc, bracket };
