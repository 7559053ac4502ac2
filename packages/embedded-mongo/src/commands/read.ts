// read.ts - find, count, distinct, aggregate, explain
import type { Document } from 'bson';
import { candidates, decode, pick, toBson } from '../indexes';
import { compile, conjuncts, positional } from '../match';
import { checkStages, deep, evalExpression, runPipeline, sortDocs, type AggOpts } from '../agg';
import { foldOf, hashKey, isDoc, type Fold } from '../keys';
import { fail } from '../errors';
import { docKey, type Coll, type KV } from '../store';
import type { Req } from '../wire';
export const ns = (r: Req, name = r.cmd[r.name]) => {
  if (typeof name !== 'string' || !name) fail(73, `Invalid namespace specified '${r.db}.${name ?? ''}'`);
  return `${r.db}.${name}`;
};
export const kvOf = (r: Req): KV => r.txn ?? r.store;
export const deadline = (ms?: number) => {
  const t = ms ? Date.now() + ms : Infinity;
  let i = 0;
  return () => {
    if ((++i & 255) === 0 && Date.now() > t) fail(50, 'operation exceeded time limit');
  };
};
const topFields = (filter: Document): Set<string> | null => {
  const s = new Set<string>();
  const visit = (f: Document): boolean =>
    Object.keys(f).every((k) =>
      ['$and', '$or', '$nor'].includes(k)
        ? Array.isArray(f[k]) && f[k].every((x: any) => isDoc(x) && visit(x))
        : k === '$comment' || (k[0] !== '$' && !!s.add(k.split('.')[0])),
    );
  return visit(filter) ? s : null;
};
export interface FindOpts {
  filter: Document;
  sort?: Document;
  skip?: number;
  limit?: number;
  fold?: Fold;
  hint?: any;
  maxTimeMS?: number;
  vars?: Document;
  stats?: any;
}
/** matching records in order; documents stay raw until someone needs them decoded */
export function* findRaw(kv: KV, c: Coll | undefined, o: FindOpts): Generator<[number, Buffer]> {
  if (!c) {
    compile(o.filter);
    return;
  }
  const test = compile(o.filter, { fold: o.fold, vars: o.vars });
  const all = Object.keys(o.filter).length === 0;
  const fields = all ? null : topFields(o.filter);
  const tick = deadline(o.maxTimeMS);
  const sort = o.sort && Object.keys(o.sort).length && o.sort.$natural === undefined ? o.sort : undefined;
  const scan = candidates(
    kv,
    c,
    o.filter,
    sort,
    o.fold,
    o.hint ?? (o.sort?.$natural !== undefined ? { $natural: o.sort.$natural } : undefined),
  );
  if (o.stats) Object.assign(o.stats, scan, { it: undefined });
  const hits = (function* () {
    for (const [rid, raw] of scan.it) {
      tick();
      if (o.stats) o.stats.examined = (o.stats.examined ?? 0) + 1;
      if (all || test(fields ? pick(raw, fields) : decode(raw))) yield [rid, raw] as [number, Buffer];
    }
  })();
  let out: Iterable<[number, Buffer]> = hits;
  if (sort && !scan.sorted) {
    const sf = new Set(Object.keys(sort).map((k) => k.split('.')[0]));
    const rows = [...hits].map(([rid, raw]) => ({ ...pick(raw, sf), '\0': [rid, raw] }));
    out = sortDocs(rows, sort, o.fold).map((x) => x['\0']);
  }
  let skip = o.skip ?? 0,
    left = o.limit || Infinity;
  for (const h of out) {
    if (skip-- > 0) continue;
    yield h;
    if (--left <= 0) return;
  }
}
export function project(doc: any, spec: Document, filter: Document, fold?: Fold, vars?: Document): any {
  const keys = Object.keys(spec);
  if (!keys.length) return doc;
  const flag = (v: any) => typeof v === 'boolean' || typeof v === 'number';
  let incl: boolean | undefined;
  for (const k of keys) {
    if (k === '_id') continue;
    const v = spec[k];
    const inc = flag(v) ? !!v : isDoc(v) && '$slice' in v ? undefined : true;
    if (inc === undefined) continue;
    if (incl !== undefined && incl !== inc && flag(v))
      fail(
        inc ? 31253 : 31254,
        inc
          ? `Cannot do inclusion on field ${k} in exclusion projection`
          : `Cannot do exclusion on field ${k} in inclusion projection`,
      );
    if (!(isDoc(v) && '$elemMatch' in v) || incl === undefined) incl = inc;
  }
  if (incl === undefined)
    incl = keys.length === 1 && keys[0] === '_id' && flag(spec._id) ? !!spec._id : false;
  const tree: any = {};
  const computed: [string, any][] = [];
  let pos: string | undefined;
  const put = (path: string, v: any) => {
    const p = path.split('.');
    let t = tree;
    p.forEach((k, i) => {
      if (i === p.length - 1) {
        if (isDoc(t[k]) && t[k].$t) fail(31249, `Path collision at ${path}`);
        t[k] = v;
      } else t = isDoc(t[k]) ? t[k] : (t[k] = { $t: 1 });
    });
  };
  for (const k of keys) {
    const v = spec[k];
    if (k.endsWith('.$')) {
      pos = k.slice(0, -2);
      put(pos, true);
    } else if (flag(v)) {
      if (k === '_id' && !v) continue;
      if (!!v === incl) put(k, true);
    } else if (isDoc(v) && ('$slice' in v || '$elemMatch' in v)) {
      if (incl) put(k, true);
    } else computed.push([k, v]);
  }
  const apply = (v: any, t: any): any => {
    if (Array.isArray(v))
      return v
        .map((x) => (isDoc(x) || Array.isArray(x) ? apply(x, t) : incl ? undefined : x))
        .filter((x) => x !== undefined);
    if (!isDoc(v)) return incl ? undefined : v;
    const o: any = {};
    for (const k of Object.keys(v)) {
      const s = t[k];
      if (s === true) {
        if (incl) o[k] = v[k];
      } else if (s) {
        const r = apply(v[k], s);
        if (r !== undefined) o[k] = r;
      } else if (!incl) o[k] = v[k];
    }
    return o;
  };
  if (incl && !('_id' in spec && !spec._id)) tree._id ??= true;
  if (!incl && '_id' in spec && !spec._id) tree._id = true;
  let out = apply(doc, tree);
  const set = (path: string, f: (v: any) => any) => {
    const p = path.split('.');
    const go = (v: any, i: number): any => {
      if (Array.isArray(v) && i < p.length) return v.map((x) => go(x, i));
      if (i === p.length) return f(v);
      if (!isDoc(v) || (!(p[i] in v) && i < p.length - 1)) return v;
      const r = go(v[p[i]], i + 1);
      if (r === undefined) {
        const { [p[i]]: _, ...rest } = v;
        return rest;
      }
      return { ...v, [p[i]]: r };
    };
    out = go(out, 0);
  };
  for (const k of keys) {
    const v = spec[k];
    if (!isDoc(v)) continue;
    if ('$slice' in v)
      set(k, (a) => {
        if (!Array.isArray(a)) return a;
        const s = v.$slice;
        return Array.isArray(s)
          ? a.slice(s[0] < 0 ? Math.max(0, a.length + s[0]) : s[0]).slice(0, s[1])
          : s < 0
            ? a.slice(s)
            : a.slice(0, s);
      });
    if ('$elemMatch' in v) {
      const t = compile({ v: { $elemMatch: v.$elemMatch } }, { fold });
      set(k, (a) => {
        if (!Array.isArray(a)) return undefined;
        const e = a.find((x) => t({ v: [x] }));
        return e === undefined ? undefined : [e];
      });
    }
  }
  if (pos) {
    const arr = deep(doc, pos.split('.'), 0);
    if (Array.isArray(arr)) {
      const i = positional(filter, doc, pos, arr, { fold });
      if (i < 0)
        fail(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      set(pos, () => [arr[i]]);
    }
  }
  for (const [k, e] of computed) {
    const r = evalExpression(doc, e, vars);
    const p = k.split('.');
    let o = out;
    p.slice(0, -1).forEach((s) => {
      o = o[s] = isDoc(o[s]) ? { ...o[s] } : {};
    });
    if (r !== undefined) o[p[p.length - 1]] = r;
  }
  return out;
}
export function find(r: Req) {
  const { cmd } = r;
  const c = r.store.colls.get(ns(r));
  const filter = cmd.filter ?? {};
  if (!isDoc(filter)) fail(14, 'Expected field filter to be of type object');
  if (cmd.tailable) fail(303, 'tailable cursors are not supported by the embedded store');
  const fold = foldOf(cmd.collation ?? c?.options.collation);
  const it = findRaw(kvOf(r), c, {
    filter,
    sort: cmd.sort,
    skip: cmd.skip,
    limit: cmd.limit ? Math.abs(cmd.limit) : 0,
    fold,
    hint: cmd.hint,
    maxTimeMS: cmd.maxTimeMS,
    vars: letVars(cmd.let),
  });
  const proj = cmd.projection && Object.keys(cmd.projection).length ? cmd.projection : null;
  const docs = (function* () {
    for (const [, raw] of it)
      yield proj ? toBson(project(decode(raw), proj, filter, fold, letVars(cmd.let))) : raw;
  })();
  return r.server.cursors.open(ns(r), docs, cmd.batchSize === 0 ? 0 : (cmd.batchSize ?? 101), {
    single: cmd.singleBatch,
  });
}
export const letVars = (l: any) =>
  l ? Object.fromEntries(Object.entries(l).map(([k, v]) => [k, evalExpression({}, v)])) : undefined;
export function count(r: Req) {
  const { cmd } = r;
  const c = r.store.colls.get(ns(r));
  const q = cmd.query ?? {};
  const kv = kvOf(r);
  if (!c) return { n: 0, ok: 1 };
  if (!Object.keys(q).length && !cmd.skip && !cmd.limit)
    return { n: kv.count(docKey(c.id, 0), docKey(c.id + 1, 0)), ok: 1 };
  let n = 0;
  for (const _ of findRaw(kv, c, {
    filter: q,
    skip: cmd.skip,
    limit: Math.abs(cmd.limit ?? 0),
    fold: foldOf(cmd.collation),
    hint: cmd.hint,
    maxTimeMS: cmd.maxTimeMS,
  }))
    n++;
  return { n, ok: 1 };
}
export function distinct(r: Req) {
  const { cmd } = r;
  const c = r.store.colls.get(ns(r));
  const seen = new Map<string, any>();
  const p = String(cmd.key).split('.');
  const fold = foldOf(cmd.collation ?? c?.options.collation);
  for (const [, raw] of findRaw(kvOf(r), c, { filter: cmd.query ?? {}, fold, maxTimeMS: cmd.maxTimeMS })) {
    const v = deep(pick(raw, new Set([p[0]])), p, 0);
    for (const x of Array.isArray(v) ? v : v === undefined ? [] : [v]) {
      const h = hashKey(x, fold);
      if (!seen.has(h)) seen.set(h, x);
    }
  }
  return { values: [...seen.values()], ok: 1 };
}
export function aggOpts(r: Req, kv: KV, write?: AggOpts['write']): AggOpts {
  const coll = (name: string) => r.store.colls.get(`${r.db}.${name}`);
  const cmd = r.cmd;
  return {
    vars: letVars(cmd.let),
    collation: cmd.collation,
    write,
    collection: (name) => [...findRaw(kv, coll(name), { filter: {} })].map(([, b]) => decode(b)),
    lookup: (name, f, v) =>
      [...findRaw(kv, coll(name), { filter: { [f]: { $eq: v } } })].map(([, b]) => decode(b)),
  };
}
export function aggregateDocs(r: Req, kv: KV, write?: AggOpts['write'], stats?: any): any[] {
  const { cmd } = r;
  let stages: Document[] = [...(cmd.pipeline ?? fail(14, "'pipeline' option must be specified as an array"))];
  checkStages(stages);
  const opts = aggOpts(r, kv, write);
  const c = typeof cmd.aggregate === 'string' ? r.store.colls.get(ns(r, cmd.aggregate)) : undefined;
  const f: FindOpts = {
    filter: {},
    fold: foldOf(cmd.collation),
    hint: cmd.hint,
    maxTimeMS: cmd.maxTimeMS,
    vars: opts.vars,
    stats,
  };
  const kind = () => (stages.length ? Object.keys(stages[0])[0] : ''); // leading $match/$sort/$skip/$limit run on indexes
  if (cmd.aggregate === 1) {
    if (stages[0]?.$listLocalSessions) stages.shift();
    return runPipeline([{}], stages, opts);
  }
  while (kind() === '$match') {
    const m = stages.shift()!.$match;
    f.filter = Object.keys(f.filter).length ? { $and: [f.filter, m] } : m;
  }
  if (kind() === '$sort' && !JSON.stringify(stages[0]).includes('$meta')) f.sort = stages.shift()!.$sort;
  if (kind() === '$skip') f.skip = stages.shift()!.$skip;
  if (kind() === '$limit') f.limit = stages.shift()!.$limit;
  const g = stages[0]?.$group; // countDocuments
  if (
    stages.length === 1 &&
    g &&
    Object.keys(g).length === 2 &&
    (g._id === null || typeof g._id === 'number') &&
    Object.values(g).some((x: any) => x && x.$sum === 1)
  ) {
    const name = Object.keys(g).find((k) => k !== '_id')!;
    let n = 0;
    if (!c) n = 0;
    else if (!Object.keys(f.filter).length && !f.skip && !f.limit)
      n = kv.count(docKey(c.id, 0), docKey(c.id + 1, 0));
    else for (const _ of findRaw(kv, c, f)) n++;
    return n ? [{ _id: g._id, [name]: n }] : [];
  }
  const need = neededFields(stages);
  return runPipeline(
    [...findRaw(kv, c, f)].map(([, b]) => (need ? pick(b, need) : decode(b))),
    stages,
    opts,
  );
}
/** top-level fields a pipeline can read when a $group/$project/$count cuts the document down; null = all */
function neededFields(stages: Document[]): Set<string> | null {
  const s = stages[0];
  if (!s) return null;
  const [k, v] = Object.entries(s)[0] as [string, any];
  if (k === '$count') return new Set(['_id']);
  if (
    k !== '$group' &&
    !(
      k === '$project' &&
      Object.values(v).every((x) => x === 1 || x === true || typeof x === 'object' || typeof x === 'string')
    )
  )
    return null;
  const out = new Set<string>(k === '$project' ? ['_id', ...Object.keys(v).map((x) => x.split('.')[0])] : []);
  let ok = true;
  const visit = (x: any) => {
    if (typeof x === 'string') {
      if (x.startsWith('$$ROOT') || x.startsWith('$$CURRENT')) ok = false;
      else if (x[0] === '$' && x[1] !== '$') out.add(x.slice(1).split('.')[0]);
    } else if (Array.isArray(x)) x.forEach(visit);
    else if (isDoc(x)) Object.values(x).forEach(visit);
  };
  visit(v);
  return ok ? out : null;
}
export function aggregate(r: Req, write?: AggOpts['write'], kv: KV = kvOf(r)) {
  const { cmd } = r;
  if (cmd.explain) return explainFind(r, cmd.aggregate, cmd.pipeline?.[0]?.$match ?? {});
  const docs = aggregateDocs(r, kv, write);
  return r.server.cursors.open(
    `${r.db}.${typeof cmd.aggregate === 'string' ? cmd.aggregate : '$cmd.aggregate'}`,
    docs.map((d) => toBson(d)).values(),
    cmd.cursor?.batchSize ?? 101,
  );
}
export function explainFind(r: Req, name: string, filter: Document, sort?: Document) {
  const c = r.store.colls.get(`${r.db}.${name}`);
  const stats: any = {};
  const t = Date.now();
  let n = 0;
  for (const _ of findRaw(kvOf(r), c, { filter, sort, stats })) n++;
  const stage = {
    stage: stats.stage === 'IXSCAN' ? 'FETCH' : (stats.stage ?? 'EOF'),
    ...(stats.ix ? { inputStage: { stage: 'IXSCAN', indexName: stats.ix } } : {}),
  };
  return {
    queryPlanner: {
      namespace: `${r.db}.${name}`,
      winningPlan: sort && !stats.sorted ? { stage: 'SORT', inputStage: stage } : stage,
    },
    executionStats: {
      executionSuccess: true,
      nReturned: n,
      executionTimeMillis: Date.now() - t,
      totalDocsExamined: stats.examined ?? 0,
    },
    ok: 1,
  };
}
export { conjuncts };
