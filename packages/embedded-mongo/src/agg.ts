// agg.ts - aggregation: mingo's stages and expressions, with the stages/operators whose semantics or speed we must own overridden
import { Aggregator } from 'mingo/aggregator'; // NOT from 'mingo': its main entry lets built-ins win over overrides
import { Context } from 'mingo';
import * as allStages from 'mingo/operators/pipeline';
import * as allProjection from 'mingo/operators/projection';
import * as allQuery from 'mingo/operators/query';
import * as allWindow from 'mingo/operators/window';
import { evalExpr } from 'mingo/core';
import { Lazy } from 'mingo/lazy';
import * as allExpr from 'mingo/operators/expression';
import * as allAcc from 'mingo/operators/accumulator';
import { Double, Int32, ObjectId, type Document } from 'bson';
import { arith } from './update';
import { bsonTypeName, compare, foldOf, hashKey, isDoc, isNum, num, sortValue, type Fold } from './keys';
import { compile } from './match';
import { fail, MongoError } from './errors';
export interface AggOpts {
  vars?: Document;
  collection?: (name: string) => any[];
  lookup?: (name: string, field: string, value: any) => any[];
  collation?: any;
  update?: boolean;
  write?: (stage: string, spec: any, docs: any[]) => void;
}
let current: AggOpts = {};
const computeExpr = (obj: any, expr: any, o: any): any => evalExpr(obj, expr, o);
const bin = (f: (a: any, b: any) => any) => (obj: any, expr: any, o: any) => {
  const [a, b] = computeExpr(obj, expr, o);
  return f(a, b);
};
const cmp = (a: any, b: any) => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  return compare(a, b);
};
const exact = (v: any) => v?._bsontype === 'Long' || v?._bsontype === 'Decimal128';
const typed = (v: any) =>
  typeof v === 'number' ? (Number.isInteger(v) && Math.abs(v) < 2 ** 31 ? new Int32(v) : new Double(v)) : v;
const terms = (coll: any[], e: any, o: any): any[] =>
  e === null || e === undefined
    ? coll
    : coll.map((d) => computeExpr(d, e, o.constructor.init(o).update({ root: d })));
const mathOp = (name: '$add' | '$multiply', mul: boolean) => (obj: any, e: any, o: any) => {
  const a = computeExpr(obj, e, o);
  return Array.isArray(a) && a.some(exact) && a.every(isNum)
    ? a.map(typed).reduce((x: any, y: any) => arith(x, y, mul))
    : (allExpr as any)[name](obj, e, o);
};
const expression: any = {
  $add: mathOp('$add', false),
  $multiply: mathOp('$multiply', true),
  $eq: bin((a, b) => cmp(a, b) === 0),
  $ne: bin((a, b) => cmp(a, b) !== 0),
  $gt: bin((a, b) => cmp(a, b) > 0),
  $gte: bin((a, b) => cmp(a, b) >= 0),
  $lt: bin((a, b) => cmp(a, b) < 0),
  $lte: bin((a, b) => cmp(a, b) <= 0),
  $cmp: bin(cmp),
  $in: bin((a, b) =>
    Array.isArray(b)
      ? b.some((x) => cmp(a, x) === 0)
      : fail(40081, '$in requires an array as a second argument'),
  ),
  $toObjectId: (obj: any, e: any, o: any) => {
    const v = computeExpr(obj, e, o);
    return v === null || v === undefined ? null : new ObjectId(v);
  },
  $toString: (obj: any, e: any, o: any) => {
    const v = computeExpr(obj, e, o);
    return v === null || v === undefined ? null : v instanceof Date ? v.toISOString() : String(v);
  },
  $type: (obj: any, e: any, o: any) => bsonTypeName(computeExpr(obj, e, o)),
};
export function sortDocs(docs: any[], spec: Document, fold?: Fold): any[] {
  const keys = Object.entries(spec)
    .filter(([, d]) => typeof d === 'number')
    .map(([p, d]) => [p.split('.'), d as number] as const);
  const rows = docs.map((d) => ({ d, k: keys.map(([p, dir]) => sortValue(deep(d, p, 0), dir)) }));
  rows.sort((a, b) => {
    for (let i = 0; i < keys.length; i++) {
      const c = compare(a.k[i], b.k[i], fold);
      if (c) return c * keys[i][1];
    }
    return 0;
  });
  return rows.map((r) => r.d);
}
export const deep = (v: any, p: readonly string[], i: number): any => {
  if (i === p.length) return v;
  if (Array.isArray(v)) {
    if (/^\d+$/.test(p[i])) return deep(v[+p[i]], p, i + 1);
    const out = v
      .map((x) => deep(x, p, i))
      .flat()
      .filter((x) => x !== undefined);
    return out.length ? out : v.length ? undefined : [];
  }
  return isDoc(v) ? deep(v[p[i]], p, i + 1) : undefined;
};
const lazyMap = (coll: any, f: (docs: any[]) => any[]) => coll.transform((docs: any[]) => mk(f(docs)));
const mk = (docs: any[]) => Lazy(docs);
const inOrderOf = (from: any, to: any) => {
  if (!isDoc(from) || !isDoc(to)) return to;
  const out: any = {};
  for (const k of ['_id', ...Object.keys(from)]) if (k in to) out[k] = to[k];
  return { ...out, ...to };
};
const pipeline: any = {
  $project: (coll: any, expr: any, o: any) =>
    lazyMap(coll, (docs) =>
      (allStages as any)
        .$project(mk(docs), expr, o)
        .collect()
        .map((d: any, i: number) => inOrderOf(docs[i], d)),
    ),
  $bucket: (coll: any, { groupBy, boundaries, default: rest, output }: any, o: any) => {
    const other = rest === undefined ? { $switch: { branches: [{ case: false }] } } : { $literal: rest };
    const _id = boundaries.slice(0, -1).reduceRight((otherwise: any, from: any, i: number) => {
      const inside = [
        { $gte: [groupBy, { $literal: from }] },
        { $lt: [groupBy, { $literal: boundaries[i + 1] }] },
      ];
      return { $cond: [{ $and: inside }, { $literal: from }, otherwise] };
    }, other);
    const grouped = pipeline.$group(coll, { _id, ...(output ?? { count: { $sum: 1 } }) }, o);
    return pipeline.$sort(grouped, { _id: 1 });
  },
  $match: (coll: any, expr: any, o: any) => {
    const t = compile(expr, { vars: o.local?.variables ?? current.vars, fold: foldOf(current.collation) });
    return coll.filter((d: any) => t(d));
  },
  $sort: (coll: any, expr: any) => lazyMap(coll, (docs) => sortDocs(docs, expr, foldOf(current.collation))),
  $group: (coll: any, expr: any, o: any) =>
    lazyMap(coll, (docs) => {
      if (!('_id' in expr)) fail(15955, 'a group specification must include an _id');
      const groups = new Map<string, { id: any; docs: any[] }>();
      const fold = foldOf(current.collation);
      for (const d of docs) {
        const id = computeExpr(d, expr._id, o) ?? null;
        const h = hashKey(id, fold);
        const g = groups.get(h);
        if (g) g.docs.push(d);
        else groups.set(h, { id, docs: [d] });
      }
      const fields = Object.keys(expr).filter((k) => k !== '_id');
      const copts = o.constructor.init(o); // ComputeOptions is not exported by mingo
      return [...groups.values()].map((g) => {
        const out: any = { _id: g.id };
        for (const f of fields)
          out[f] =
            computeExpr(g.docs, expr[f], copts.update({ root: null, groupId: g.id })) ??
            (Object.keys(expr[f])[0] === '$push' ? [] : null);
        return out;
      });
    }),
  $lookup: (coll: any, e: any, o: any) => {
    if (!current.lookup) return fail(9, '$lookup needs a store');
    const { lookup, collection } = current;
    return coll.map((d: any) => {
      let joined: any[] = e.localField
        ? (() => {
            const v = deep(d, e.localField.split('.'), 0);
            const seen = new Set<string>();
            return (Array.isArray(v) ? v : [v ?? null])
              .flatMap((x: any) => lookup!(e.from, e.foreignField, x))
              .filter((x: any) => {
                const h = hashKey(x._id);
                return !seen.has(h) && seen.add(h);
              });
          })()
        : e.from
          ? collection!(e.from)
          : [];
      if (e.pipeline) {
        const vars = e.let
          ? Object.fromEntries(Object.entries(e.let).map(([k, x]) => [k, computeExpr(d, x, o)]))
          : {};
        joined = runPipeline(joined, e.pipeline, { ...current, vars: { ...current.vars, ...vars } });
      }
      return setPath(d, e.as, joined);
    });
  },
};
const setPath = (d: any, path: string, v: any): any => {
  const [k, ...r] = path.split('.');
  return { ...d, [k]: r.length ? setPath(isDoc(d[k]) ? d[k] : {}, r.join('.'), v) : v };
};
const accumulator: any = {
  $sum: (coll: any[], e: any, o: any) => {
    const v = terms(coll, e, o);
    return v.some(exact)
      ? v.filter(isNum).reduce((a, b) => arith(typed(a), typed(b), false))
      : allAcc.$sum(coll as any, e, o);
  },
  $avg: (coll: any[], e: any, o: any) => {
    const v = terms(coll, e, o).filter(isNum);
    return v.some(exact) ? v.reduce((a, b) => a + num(b), 0) / v.length : allAcc.$avg(coll as any, e, o);
  },
  ...Object.fromEntries(
    (
      [
        ['$max', 1],
        ['$min', -1],
      ] as [string, number][]
    ).map(([n, s]) => [
      n,
      (coll: any[], e: any, o: any) =>
        terms(coll, e, o)
          .filter((x) => x !== null && x !== undefined)
          .reduce((m, x) => (m === null || s * compare(x, m) > 0 ? x : m), null),
    ]),
  ),
};
const context = Context.from(
  Context.init({ expression, pipeline, accumulator }),
  Context.init({
    expression: allExpr as any,
    pipeline: allStages as any,
    accumulator: allAcc as any,
    projection: allProjection as any,
    query: allQuery as any,
    window: allWindow as any,
  }),
);
const refuseScripts = (v: any): void => {
  if (Array.isArray(v)) v.forEach(refuseScripts);
  else if (isDoc(v))
    for (const k of Object.keys(v)) {
      if (k === '$function' || k === '$accumulator' || k === '$where')
        fail(303, `${k} is not supported by the embedded store`);
      refuseScripts(v[k]);
    }
};
const REFUSED = new Set([
  '$geoNear',
  '$search',
  '$searchMeta',
  '$vectorSearch',
  '$collStats',
  '$indexStats',
  '$planCacheStats',
  '$currentOp',
  '$listSessions',
  '$changeStreamSplitLargeEvent',
]);
export function checkStages(stages: Document[], update?: boolean) {
  for (const s of stages) {
    if (!isDoc(s) || Object.keys(s).length !== 1)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const n = Object.keys(s)[0];
    if (REFUSED.has(n)) fail(303, `${n} is not supported by the embedded store`);
    if (update && !['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'].includes(n))
      fail(72, `${n} is not allowed to be used within an update`);
  }
}
export function runPipeline(docs: Iterable<any>, stages: Document[], opts: AggOpts): any[] {
  const prev = current;
  current = opts;
  try {
    let list: any = docs;
    let i = 0;
    if (!Array.isArray(stages)) fail(14, "'pipeline' option must be specified as an array");
    checkStages(stages, opts.update);
    refuseScripts(stages); // mingo's $setWindowFields needs scriptEnabled, so user scripts are refused here
    const last = stages[stages.length - 1];
    const writes = last && (last.$out !== undefined || last.$merge !== undefined);
    if (writes) stages = stages.slice(0, -1);
    for (; i < stages.length; i++)
      if (Object.keys(stages[i])[0] === '$out' || Object.keys(stages[i])[0] === '$merge')
        fail(40601, '$out can only be the final stage in the pipeline');
    const vars = opts.vars ?? {};
    const res = new Aggregator(
      stages as any,
      {
        context,
        variables: { ...vars, NOW: new Date() },
        collectionResolver: opts.collection,
        collation: undefined,
        scriptEnabled: true,
        useStrictMode: true,
      } as any,
    ).run(list);
    if (writes) {
      const k = Object.keys(last)[0];
      opts.write!(k, last[k], res);
      return [];
    }
    return res;
  } catch (e: any) {
    if (e instanceof MongoError) throw e;
    const m = String(e?.message ?? e);
    const un = /unregistered pipeline operator (\S+?)\.?$/.exec(m);
    throw new MongoError(
      un ? 40324 : /is not registered/.test(m) ? 168 : 2,
      un ? `Unrecognized pipeline stage name: '${un[1]}'` : m,
    );
  } finally {
    current = prev;
  }
}
export function evalExpression(doc: any, expr: any, vars?: Document): any {
  try {
    return computeExpr(promote(doc), expr, {
      context,
      variables: { ...vars, NOW: new Date() },
      scriptEnabled: false,
    });
  } catch (e: any) {
    if (e instanceof MongoError) throw e;
    return fail(2, String(e?.message ?? e));
  }
}
/** typed wrappers -> plain JS numbers (mingo knows only those) */
export const promote = (v: any): any => {
  if (v === null || typeof v !== 'object') return v;
  switch (v._bsontype) {
    case 'Int32':
    case 'Double':
      return v.value;
    case 'Long': {
      const n = v.toNumber();
      return Number.isSafeInteger(n) ? n : v;
    }
    case undefined:
      break;
    default:
      return v;
  }
  if (Array.isArray(v)) {
    for (let i = 0; i < v.length; i++) if (typeof v[i] === 'object') return v.map(promote);
    return v;
  }
  if (!isDoc(v)) return v;
  let out: any;
  for (const k of Object.keys(v)) {
    const x = v[k];
    const y = typeof x === 'object' ? promote(x) : x;
    if (y !== x) {
      out ??= { ...v };
      out[k] = y;
    }
  }
  return out ?? v;
};
