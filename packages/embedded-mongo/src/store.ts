// Ordered documents and indexes over the log, the catalogue, transactions as overlays, one owner per data folder.
import { BSON, type Document } from 'bson';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { MongoError } from './errors';
import { LogDb } from './log';

type Snapshot = ReturnType<LogDb['useReadTransaction']>;
import type { Test } from './match';
import { compile } from './match';
import { foldOf, type Fold } from './keys';
export interface KV {
  get(k: Buffer): Buffer | undefined;
  put(k: Buffer, v: Buffer): void;
  del(k: Buffer): void;
  range(lo: Buffer, hi: Buffer, rev: boolean, limit: number): { key: Buffer; value: Buffer }[];
  count(lo: Buffer, hi: Buffer): number;
  txn?: Txn;
}
export interface Index {
  id: number;
  name: string;
  key: Record<string, number>;
  fields: [string, number][];
  unique: boolean;
  sparse: boolean;
  filter?: Document;
  test?: Test;
  expireAfterSeconds?: number;
  collation?: any;
  fold?: Fold;
  multikey: boolean;
  long: boolean;
  spec: Document;
}
export interface Coll {
  ns: string;
  id: number;
  next: number;
  uuid: string;
  options: Document;
  indexes: Index[];
}
export const be = (id: number) => {
  const b = Buffer.allocUnsafe(4);
  b.writeUInt32BE(id, 0);
  return b;
};
export const docKey = (coll: number, rid: number) => {
  const b = Buffer.allocUnsafe(11);
  b[0] = 0x64;
  b.writeUInt32BE(coll, 1);
  b.writeUIntBE(rid, 5, 6);
  return b;
};
export const ridOf = (k: Buffer) => k.readUIntBE(k.length - 6, 6);
export const indexPrefix = (id: number) => Buffer.concat([Buffer.from('i'), be(id)]);
export const after = (b: Buffer) => Buffer.concat([b, Buffer.of(0)]);
/** smallest key greater than every key with this prefix */
export const prefixEnd = (b: Buffer) => {
  const e = Buffer.from(b);
  for (let i = e.length - 1; i >= 0; i--)
    if (e[i] < 255) {
      e[i]++;
      return e.subarray(0, i + 1);
    }
  return Buffer.of(255);
};
export class Locked extends Error {
  constructor(public txn: Txn) {
    super('locked');
  }
}
const MAXKEY = 1700;
export const shortKey = (k: Buffer): [Buffer, boolean] =>
  k.length <= MAXKEY
    ? [k, false]
    : [Buffer.concat([k.subarray(0, MAXKEY), createHash('sha1').update(k).digest()]), true];

export class Txn implements KV {
  changes = new Map<string, Buffer | null>();
  events: Document[] = [];
  state: 'active' | 'committed' | 'aborted' = 'active';
  txn = this;
  done: Promise<void>;
  finish!: () => void;
  started = Date.now();
  snap: Snapshot;
  constructor(
    private s: Store,
    public number: number,
  ) {
    this.snap = s.db.useReadTransaction();
    this.done = new Promise((r) => {
      this.finish = r;
    });
    s.txns.add(this);
  }
  get(k: Buffer) {
    const h = this.changes.get(k.toString('latin1'));
    return h === undefined ? this.s.db.get(k, { transaction: this.snap } as any) : (h ?? undefined);
  }
  private set(k: Buffer, v: Buffer | null) {
    const h = k.toString('latin1');
    const owner = this.s.locks.get(h);
    const now = this.s.db.get(k),
      then = this.s.db.get(k, { transaction: this.snap } as any);
    if (
      (owner && owner !== this) ||
      (now === undefined ? then !== undefined : then === undefined || !now.equals(then))
    )
      throw new MongoError(
        112,
        'WriteConflict error: this operation conflicted with another operation. Please retry your operation or multi-document transaction.',
        {},
        ['TransientTransactionError'],
      );
    this.s.locks.set(h, this);
    this.changes.set(h, v);
  }
  put(k: Buffer, v: Buffer) {
    this.set(k, v);
  }
  del(k: Buffer) {
    this.set(k, null);
  }
  range(lo: Buffer, hi: Buffer, rev: boolean, limit: number) {
    const l = lo.toString('latin1'),
      h = hi.toString('latin1');
    const mine = [...this.changes.keys()].filter((k) => k >= l && k < h); // latin1 order = byte order
    const base = this.s.scan(lo, hi, rev, mine.length ? limit + mine.length : limit, this.snap);
    if (!mine.length) return base;
    const m = new Map(base.map((e) => [e.key.toString('latin1'), e] as const));
    for (const k of mine) {
      const v = this.changes.get(k)!;
      if (v === null) m.delete(k);
      else m.set(k, { key: Buffer.from(k, 'latin1'), value: v });
    }
    const keys = [...m.keys()].sort();
    if (rev) keys.reverse();
    return keys.slice(0, limit).map((k) => m.get(k)!);
  }
  count(lo: Buffer, hi: Buffer) {
    return this.range(lo, hi, false, 1e9).length;
  }
  private end(st: 'committed' | 'aborted') {
    this.state = st;
    for (const k of this.changes.keys()) this.s.locks.delete(k);
    this.snap.done();
    this.s.txns.delete(this);
    this.finish();
  }
  async commit() {
    if (this.changes.size)
      await this.s.write(() => {
        for (const [k, v] of this.changes) {
          const b = Buffer.from(k, 'latin1');
          if (v === null) this.s.db.removeSync(b);
          else this.s.db.putSync(b, v);
        }
      });
    this.events.forEach((e) => this.s.emit(e));
    this.end('committed');
  }
  abort() {
    if (this.state === 'active') this.end('aborted');
  }
}
export class Store implements KV {
  db: LogDb;
  colls = new Map<string, Coll>();
  locks = new Map<string, Txn>();
  txns = new Set<Txn>();
  nextId = 1;
  log: { seq: number; ev: Document }[] = [];
  seq = 0;
  waiters = new Set<() => void>();
  private lockFile: string;
  constructor(
    public dir: string,
    public opts: { durability?: 'journal' | 'none' } = {},
  ) {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.lockFile = path.join(dir, 'owner.lock');
    this.own();
    const none = opts.durability === 'none';
    this.db = new LogDb(dir, !none);
    this.reload();
  }
  /** one process per folder: pid + process start time, so a killed owner never blocks the next start */
  private own() {
    const stat = (pid: number) => {
      try {
        return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19];
      } catch {
        return '';
      }
    };
    const me = JSON.stringify({ pid: process.pid, start: stat(process.pid), tid: randomUUID() });
    for (let i = 0; i < 3; i++) {
      try {
        fs.writeFileSync(this.lockFile, me, { flag: 'wx' });
        return;
      } catch (e: any) {
        if (e.code !== 'EEXIST') throw e;
      }
      let o: any = {};
      try {
        o = JSON.parse(fs.readFileSync(this.lockFile, 'utf8'));
      } catch {
        /* torn lock file: treat as stale */
      }
      let alive = false;
      try {
        if (o.pid) {
          process.kill(o.pid, 0);
          alive = true;
        }
      } catch (e: any) {
        alive = e.code === 'EPERM';
      }
      if (alive && o.start === stat(o.pid))
        throw new Error(
          `The data folder ${this.dir} is already in use by process ${o.pid}. Stop that process or choose another folder.`,
        );
      const t = `${this.lockFile}.${randomUUID()}`;
      try {
        fs.renameSync(this.lockFile, t);
        fs.unlinkSync(t);
      } catch {
        /* another starter took it */
      }
    }
    throw new Error(`Could not lock the data folder ${this.dir}`);
  }
  private load(ns: string, m: Document) {
    const indexes: Index[] = m.indexes.map((d: any) => this.hydrate(d));
    const last = this.scan(docKey(m.id, 0), docKey(m.id + 1, 0), true, 1)[0];
    this.colls.set(ns, {
      ns,
      id: m.id,
      uuid: m.uuid,
      options: m.options ?? {},
      next: last ? ridOf(last.key) + 1 : 1,
      indexes,
    });
    this.nextId = Math.max(this.nextId, m.id + 1, ...indexes.map((x) => x.id + 1));
  }
  hydrate(d: any): Index {
    const s = d.spec;
    return {
      id: d.id,
      name: s.name,
      key: s.key,
      fields: Object.entries(s.key).map(([k, v]) => [k, typeof v === 'number' && v < 0 ? -1 : 1]),
      unique: !!s.unique,
      sparse: !!s.sparse,
      filter: s.partialFilterExpression,
      test: s.partialFilterExpression && compile(s.partialFilterExpression),
      expireAfterSeconds: s.expireAfterSeconds,
      collation: s.collation,
      fold: foldOf(s.collation),
      multikey: !!d.multikey,
      long: !!d.long,
      spec: s,
    };
  }
  saveColl(c: Coll) {
    this.db.putSync(
      Buffer.from('c' + c.ns),
      Buffer.from(
        BSON.serialize({
          id: c.id,
          uuid: c.uuid,
          options: c.options,
          indexes: c.indexes.map((x) => ({ id: x.id, spec: x.spec, multikey: x.multikey, long: x.long })),
        }),
      ),
    );
  }
  create(ns: string, options: Document = {}): Coll {
    const c: Coll = {
      ns,
      id: this.nextId++,
      next: 1,
      uuid: randomUUID(),
      options,
      indexes: [
        this.hydrate({ id: this.nextId++, spec: { v: 2, key: { _id: 1 }, name: '_id_', unique: true } }),
      ],
    };
    this.colls.set(ns, c);
    this.saveColl(c);
    return c;
  }
  dropRange(lo: Buffer, hi: Buffer) {
    for (;;) {
      const part = this.scan(lo, hi, false, 2000);
      for (const e of part) this.db.removeSync(e.key);
      if (part.length < 2000) return;
    }
  }
  drop(c: Coll) {
    this.dropRange(docKey(c.id, 0), docKey(c.id + 1, 0));
    for (const ix of c.indexes) this.dropRange(indexPrefix(ix.id), prefixEnd(indexPrefix(ix.id)));
    this.db.removeSync(Buffer.from('c' + c.ns));
    this.colls.delete(c.ns);
  }
  get(k: Buffer) {
    return this.db.get(k);
  }
  assertFree(k: Buffer) {
    if (this.locks.size) {
      const t = this.locks.get(k.toString('latin1'));
      if (t) throw new Locked(t);
    }
  }
  put(k: Buffer, v: Buffer) {
    this.db.putSync(k, v);
  }
  del(k: Buffer) {
    this.db.removeSync(k);
  }
  scan(
    lo: Buffer,
    hi: Buffer,
    rev: boolean,
    limit: number,
    transaction?: Snapshot,
  ): { key: Buffer; value: Buffer }[] {
    return [
      ...this.db.getRange(
        rev
          ? ({
              start: hi,
              exclusiveStart: true,
              end: lo,
              inclusiveEnd: true,
              reverse: true,
              limit,
              transaction,
            } as any)
          : { start: lo, end: hi, limit, transaction },
      ),
    ] as any;
  }
  range(lo: Buffer, hi: Buffer, rev: boolean, limit: number) {
    return this.scan(lo, hi, rev, limit);
  }
  count(lo: Buffer, hi: Buffer) {
    return this.db.getKeysCount({ start: lo, end: hi } as any);
  }
  private queue: { fn: () => any; ok: (v: any) => void; no: (e: any) => void }[] = [];
  /** runs fn in a write transaction; resolves when it is on disk. All callers of one tick share one commit (group commit).  */
  write<R>(fn: () => R): Promise<R> {
    return new Promise((ok, no) => {
      if (this.queue.push({ fn, ok, no }) === 1 && !this.busy) setImmediate(() => void this.flush());
    });
  }
  private busy = false;
  private async flush(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length) {
      const batch = this.queue;
      this.queue = [];
      const done: (() => void)[] = [];
      const apply = () => {
        for (const j of batch) {
          try {
            const v = j.fn();
            done.push(() => j.ok(v));
          } catch (e) {
            done.push(() => j.no(e));
          }
        }
      };
      try {
        await this.db.commit(apply);
      } catch (e: any) {
        this.reload();
        for (const j of batch)
          j.no(new MongoError(14031, `The write could not be stored: ${e?.message ?? e}`));
        continue;
      }
      for (const d of done) d();
    }
    this.busy = false;
  }
  private reload() {
    const next = new Map([...this.colls].map(([k, c]) => [k, c.next]));
    this.colls.clear();
    for (const { key, value } of this.scan(Buffer.from('c'), Buffer.from('d'), false, 1e9))
      this.load(key.subarray(1).toString(), BSON.deserialize(value));
    for (const [k, c] of this.colls) c.next = Math.max(c.next, next.get(k) ?? 0);
  }
  emit(ev: Document) {
    this.log.push({ seq: ++this.seq, ev });
    if (this.log.length > 10000) this.log.splice(0, 5000);
    for (const w of this.waiters) w();
    this.waiters.clear();
  }
  async close() {
    for (const t of this.txns) t.abort();
    await this.db.close();
    try {
      fs.unlinkSync(this.lockFile);
    } catch {
      /* gone */
    }
  }
}
/** lazily walks a key range in growing chunks; re-seeks after each chunk, so it stays valid while others write */
export function* walkRange(
  kv: KV,
  lo: Buffer,
  hi: Buffer,
  rev: boolean,
): Generator<{ key: Buffer; value: Buffer }> {
  for (let n = 8; ; n = Math.min(n * 4, 512)) {
    const part = kv.range(lo, hi, rev, n);
    yield* part;
    if (part.length < n) return;
    const last = part[part.length - 1].key;
    if (rev) hi = last;
    else lo = after(last);
  }
}
