// match.ts - the find() language with exact BSON semantics (mingo's matcher fails 14 of 36 semantic probes)
import { type Document } from 'bson';
import { bsonTypeName, compare, equal, type Fold, isDoc, isNum, num, rank, T, toRegExp } from './keys';
import { fail } from './errors';
import { evalExpression } from './agg';
export type Test = (doc: any) => boolean;
export interface MatchCtx {
  fold?: Fold;
  vars?: Document;
}
const DIGITS = /^\d+$/;
/** calls cb for every value the dotted path reaches (arrays are walked); stops when cb returns true */
export function walk(v: any, parts: string[], i: number, cb: (v: any) => boolean): boolean {
  if (i === parts.length) return cb(v);
  if (Array.isArray(v)) {
    if (DIGITS.test(parts[i]) && +parts[i] < v.length && walk(v[+parts[i]], parts, i + 1, cb)) return true;
    for (const el of v) if (isDoc(el) && walk(el, parts, i, cb)) return true;
    return false;
  }
  return isDoc(v) ? walk(v[parts[i]], parts, i + 1, cb) : cb(undefined);
}
const onValues =
  (p: string[], f: Test): Test =>
  (doc) =>
    walk(doc, p, 0, (v) => f(v) || (Array.isArray(v) && v.some(f)));
const onWhole =
  (p: string[], f: Test): Test =>
  (doc) =>
    walk(doc, p, 0, f);
const isOps = (v: any) => isDoc(v) && Object.keys(v)[0]?.startsWith('$') && !('$ref' in v || '$id' in v);
const isRe = (v: any) => rank(v) === T.re;
const TYPES: Record<string, string> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
  '-1': 'minKey',
};
const eqTest = (val: any, fold: Fold): Test =>
  rank(val) === T.nul
    ? (v) => v === undefined || v === null
    : typeof val === 'string' && !fold
      ? (v) => v === val
      : typeof val === 'number' && val === val
        ? (v) => (typeof v === 'number' ? v === val : v !== null && typeof v === 'object' && equal(v, val))
        : (v) => v !== undefined && equal(v, val, fold);
const cmpTest = (val: any, fold: Fold, ok: (c: number) => boolean): Test => {
  const r = rank(val);
  if (r === T.nul) return (v) => (v === undefined || v === null) && ok(0);
  return (v) =>
    v !== undefined &&
    (rank(v) === r || r === T.min || r === T.max) &&
    (!isNum(v) || num(v) === num(v) || (ok(0) && num(val) !== num(val))) &&
    ok(compare(v, val, fold));
};
const bits = (a: any): bigint =>
  Array.isArray(a)
    ? a.reduce((m, b) => m | (1n << BigInt(num(b))), 0n)
    : isNum(a)
      ? BigInt(num(a))
      : Buffer.from(a.buffer).reduceRight((m: bigint, b: number) => (m << 8n) | BigInt(b), 0n);
function operator(
  path: string,
  p: string[],
  op: string,
  val: any,
  all: Document,
  ctx: MatchCtx,
): Test | null {
  const { fold } = ctx;
  switch (op) {
    case '$eq':
      return onValues(p, eqTest(val, fold));
    case '$ne': {
      const f = isRe(val) ? fail(2, "Can't have regex as arg to $ne.") : onValues(p, eqTest(val, fold));
      return (d) => !f(d);
    }
    case '$gt':
      return onValues(
        p,
        cmpTest(val, fold, (c) => c > 0),
      );
    case '$gte':
      return onValues(
        p,
        cmpTest(val, fold, (c) => c >= 0),
      );
    case '$lt':
      return onValues(
        p,
        cmpTest(val, fold, (c) => c < 0),
      );
    case '$lte':
      return onValues(
        p,
        cmpTest(val, fold, (c) => c <= 0),
      );
    case '$in':
    case '$nin': {
      if (!Array.isArray(val)) fail(2, `${op} needs an array`);
      const strs = new Set(val.filter((x: any) => typeof x === 'string' && !fold));
      const fs = val
        .filter((x: any) => !(typeof x === 'string' && !fold))
        .map((x: any) => {
          if (isOps(x)) fail(2, `cannot nest $ under ${op}`);
          if (!isRe(x)) return eqTest(x, fold);
          const re = toRegExp(x);
          return (v: any) => typeof v === 'string' && re.test(v);
        });
      const f = onValues(p, (v) => strs.has(v) || fs.some((t: Test) => t(v)));
      return op === '$in' ? f : (d) => !f(d);
    }
    case '$exists': {
      const f = onWhole(p, (v) => v !== undefined);
      return val && (!isNum(val) || num(val)) ? f : (d) => !f(d);
    }
    case '$type': {
      const want = (Array.isArray(val) ? val : [val]).map((t) => (isNum(t) ? TYPES[num(t)] : t));
      want.forEach((t, i) => t === undefined && fail(2, `Invalid numerical type code: ${val[i] ?? val}`));
      const f = (v: any) => {
        const n = bsonTypeName(v);
        return (
          want.includes(n) ||
          (want.includes('number') && isNum(v)) ||
          (typeof v === 'number' && n === 'int' && want.includes('double') && false)
        );
      };
      return onValues(p, f);
    }
    case '$size': {
      if (!isNum(val) || num(val) < 0) fail(2, '$size must be a non-negative integer');
      return onWhole(p, (v) => Array.isArray(v) && v.length === num(val));
    }
    case '$mod': {
      if (!Array.isArray(val) || val.length !== 2) fail(2, 'malformed mod, not enough elements');
      const [d, r] = val.map((x: any) => Math.trunc(num(x)));
      if (d === 0) fail(2, 'divisor cannot be 0');
      return onValues(p, (v) => isNum(v) && Math.trunc(num(v)) % d === r);
    }
    case '$regex': {
      const re = toRegExp(val, all.$options);
      return onValues(p, (v) => (typeof v === 'string' ? re.test(v) : isRe(v) && equal(v, val)));
    }
    case '$options':
      return '$regex' in all ? null : fail(2, '$options needs a $regex');
    case '$not': {
      const f = isRe(val)
        ? operator(path, p, '$regex', val, {}, ctx)!
        : isOps(val)
          ? field(path, val, ctx)
          : fail(2, '$not needs a regex or a document');
      return (d) => !f(d);
    }
    case '$all': {
      if (!Array.isArray(val)) fail(2, '$all needs an array');
      if (!val.length) return () => false;
      const fs = val.map((x: any) =>
        isDoc(x) && x.$elemMatch
          ? operator(path, p, '$elemMatch', x.$elemMatch, {}, ctx)!
          : isRe(x)
            ? operator(path, p, '$regex', x, {}, ctx)!
            : onValues(p, eqTest(x, fold)),
      );
      return (d) => fs.every((f: Test) => f(d));
    }
    case '$elemMatch': {
      if (!isDoc(val)) fail(2, '$elemMatch needs an Object');
      const k = Object.keys(val)[0];
      const byValue = isOps(val) && !['$and', '$or', '$nor', '$expr'].includes(k);
      const f = byValue ? field('v', val, ctx) : compile(val, ctx);
      return onWhole(
        p,
        (v) =>
          Array.isArray(v) &&
          v.some((el) => (byValue ? f({ v: el }) && (!Array.isArray(el) || true) : isDoc(el) && f(el))),
      );
    }
    case '$bitsAllSet': {
      const m = bits(val);
      return onValues(p, (v) => isNum(v) && (BigInt(num(v)) & m) === m);
    }
    case '$bitsAnySet': {
      const m = bits(val);
      return onValues(p, (v) => isNum(v) && (BigInt(num(v)) & m) !== 0n);
    }
    case '$bitsAllClear': {
      const m = bits(val);
      return onValues(p, (v) => isNum(v) && (BigInt(num(v)) & m) === 0n);
    }
    case '$bitsAnyClear': {
      const m = bits(val);
      return onValues(p, (v) => isNum(v) && (BigInt(num(v)) & m) !== m);
    }
    case '$comment':
      return null;
  }
  return fail(2, `unknown operator: ${op}`);
}
function field(path: string, cond: any, ctx: MatchCtx): Test {
  const p = path.split('.');
  if (isRe(cond)) return operator(path, p, '$regex', cond, {}, ctx)!;
  if (!isOps(cond)) return operator(path, p, '$eq', cond, {}, ctx)!;
  const fs = Object.keys(cond)
    .map((op) => operator(path, p, op, cond[op], cond, ctx))
    .filter(Boolean) as Test[];
  return fs.length === 1 ? fs[0] : (d) => fs.every((f) => f(d));
}
export function compile(filter: Document, ctx: MatchCtx = {}): Test {
  const fs: Test[] = [];
  for (const k of Object.keys(filter)) {
    const v = filter[k];
    if (k === '$and' || k === '$or' || k === '$nor') {
      if (!Array.isArray(v) || !v.length) fail(2, `${k} must be a nonempty array`);
      const sub = v.map((f: Document) =>
        isDoc(f) ? compile(f, ctx) : fail(2, `${k} entries need to be full objects`),
      );
      fs.push(
        k === '$and'
          ? (d) => sub.every((f: Test) => f(d))
          : k === '$or'
            ? (d) => sub.some((f: Test) => f(d))
            : (d) => !sub.some((f: Test) => f(d)),
      );
    } else if (k === '$expr')
      fs.push((d) => {
        const r = evalExpression(d, v, ctx.vars);
        return !(r === false || r === null || r === undefined || r === 0);
      });
    else if (k === '$comment') continue;
    else if (k.startsWith('$'))
      fail(
        2,
        `unknown top level operator: ${k}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
    else fs.push(field(k, v, ctx));
  }
  return fs.length === 1 ? fs[0] : (d) => fs.every((f) => f(d));
}
/** predicates of a filter that are all required (top level and nested $and), as [path, condition] */
export function* conjuncts(filter: Document): Generator<[string, any]> {
  for (const k of Object.keys(filter))
    if (k === '$and') for (const f of filter.$and) yield* conjuncts(f);
    else if (!k.startsWith('$')) yield [k, filter[k]];
}
/** index of the array element that made the filter match: what the positional operator `$` means */
export function positional(filter: Document, doc: any, arrayPath: string, arr: any[], ctx: MatchCtx): number {
  let found = -1;
  const visit = (f: Document) => {
    for (const k of Object.keys(f)) {
      if (k === '$and' || k === '$or') {
        for (const s of f[k]) if (k === '$and' || compile(s, ctx)(doc)) visit(s);
      } else if (k === arrayPath || k.startsWith(arrayPath + '.')) {
        const t = field(k === arrayPath ? 'a' : 'a' + k.slice(arrayPath.length), f[k], ctx);
        const i = arr.findIndex((el) => t({ a: [el] }));
        if (i >= 0) found = i;
      }
    }
  };
  visit(filter);
  return found;
}
export { isOps };
