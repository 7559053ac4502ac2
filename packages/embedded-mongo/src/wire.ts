// wire.ts - MongoDB wire protocol: OP_MSG (kinds 0 and 1), OP_QUERY only for the legacy hello, TCP or unix socket
import net from 'node:net';
import fs from 'node:fs';
import { BSON, Long, Timestamp, type Document } from 'bson';
import { DECODE, TYPED, toBson } from './indexes';
import { MongoError } from './errors';
import { Locked, Store, type Txn } from './store';
import { dispatch } from './commands/index';
import { compile } from './match';
import type { Cursors } from './commands/cursors';
export interface Req {
  cmd: Document;
  raw: Buffer;
  typed: () => Document;
  seqs: Record<string, Buffer[]>;
  name: string;
  db: string;
  conn: Conn;
  server: Server;
  store: Store;
  txn?: Txn;
  sessionId?: string;
}
export interface Session {
  txnNumber: number;
  txn?: Txn;
  reply?: Document;
  commit?: 'committed' | 'aborted';
}
export class Conn {
  buf: Buffer = Buffer.alloc(0);
  chunks: Buffer[] = [];
  size = 0;
  queue: Promise<void> = Promise.resolve();
  constructor(
    public sock: net.Socket,
    public id: number,
  ) {}
}
const OP_REPLY = 1,
  OP_QUERY = 2004,
  OP_MSG = 2013;
/** a document whose `path` array is spliced in as raw BSON, so stored documents are never decoded just to be sent */
export class RawBatch {
  constructor(
    public head: Document,
    public field: 'firstBatch' | 'nextBatch',
    public docs: Buffer[],
  ) {}
}
export function encodeReply(r: Document | RawBatch): Buffer {
  if (!(r instanceof RawBatch)) return Buffer.from(BSON.serialize(r, { ignoreUndefined: true }));
  const parts: Buffer[] = [];
  let n = 5;
  r.docs.forEach((d, i) => {
    const h = Buffer.from(`\x03${i}\0`, 'latin1');
    parts.push(h, d);
    n += h.length + d.length;
  });
  const arrHead = Buffer.from(`\x04${r.field}\0....`, 'latin1');
  arrHead.writeInt32LE(n, arrHead.length - 4);
  const cur = Buffer.from(BSON.serialize({ ...r.head.cursor, id: Long.fromNumber(r.head.cursor.id) }));
  const curTotal = cur.length + arrHead.length - 4 + n;
  cur.writeInt32LE(curTotal, 0);
  const rest = Buffer.from(BSON.serialize({ ...r.head, cursor: undefined }, { ignoreUndefined: true }));
  const ch = Buffer.from('\x03cursor\0', 'latin1');
  const total = 4 + ch.length + curTotal + rest.length - 4;
  const len = Buffer.alloc(4);
  len.writeInt32LE(total, 0);
  return Buffer.concat([
    len,
    ch,
    cur.subarray(0, cur.length - 1),
    arrHead,
    ...parts,
    Buffer.of(0, 0),
    rest.subarray(4),
  ]);
}
export class Server {
  net: net.Server;
  conns = new Set<Conn>();
  sessions = new Map<string, Session>();
  host = '';
  nextReq = 1;
  nextConn = 1;
  started = Date.now();
  failPoint: any;
  counters: Record<string, number> = {};
  cursors!: Cursors;
  compile = compile;
  ttl?: NodeJS.Timeout;
  constructor(
    public store: Store,
    public opts: { setName?: string | null; ttlMs?: number; authless?: boolean } = {},
  ) {
    this.net = net.createServer((s) => this.accept(s));
  }
  async listen(where: { port?: number; path?: string }): Promise<string> {
    if (where.path) {
      try {
        fs.unlinkSync(where.path);
      } catch {
        /* none */
      }
    }
    await new Promise<void>((ok, no) => {
      this.net.once('error', no);
      this.net.listen(where.path ? { path: where.path } : { port: where.port ?? 0, host: '127.0.0.1' }, ok);
    });
    if (where.path) fs.chmodSync(where.path, 0o600);
    this.host = where.path ?? `127.0.0.1:${(this.net.address() as net.AddressInfo).port}`;
    this.ttl = setInterval(() => {
      void dispatch.ttl(this);
    }, this.opts.ttlMs ?? 60000);
    this.ttl.unref();
    return `mongodb://${where.path ? encodeURIComponent(where.path) : this.host}/`;
  }
  private accept(sock: net.Socket) {
    const c = new Conn(sock, this.nextConn++);
    this.conns.add(c);
    sock.setNoDelay(true);
    sock.on('data', (d) => this.data(c, d));
    sock.on('error', () => sock.destroy());
    sock.on('close', () => this.conns.delete(c));
  }
  private data(c: Conn, d: Buffer) {
    c.chunks.push(d);
    c.size += d.length;
    while (c.size >= 16) {
      if (c.chunks[0].length < 16) c.chunks = [Buffer.concat(c.chunks)];
      const len = c.chunks[0].readInt32LE(0);
      if (len < 16 || len > 48_000_000 + 16384) {
        c.sock.destroy();
        return;
      }
      if (c.size < len) return;
      const all = c.chunks.length === 1 ? c.chunks[0] : Buffer.concat(c.chunks);
      const msg = all.subarray(0, len);
      const rest = all.subarray(len);
      c.chunks = rest.length ? [rest] : [];
      c.size = rest.length;
      c.queue = c.queue
        .then(() => this.message(c, msg))
        .catch((e) => {
          if (process.env.EMB_DEBUG) console.error(e);
          c.sock.destroy();
        });
    }
  }
  private send(c: Conn, to: number, body: Document | RawBatch, legacy = false) {
    const doc = encodeReply(body);
    const head = Buffer.alloc(legacy ? 36 : 21);
    head.writeInt32LE(head.length + doc.length, 0);
    head.writeInt32LE(this.nextReq++ & 0x7fffffff, 4);
    head.writeInt32LE(to, 8);
    head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
    if (legacy) {
      head.writeInt32LE(8, 16);
      head.writeInt32LE(1, 32);
    }
    if (!c.sock.destroyed) c.sock.write(Buffer.concat([head, doc]));
  }
  private async message(c: Conn, m: Buffer) {
    const id = m.readInt32LE(4),
      op = m.readInt32LE(12);
    if (op === OP_QUERY) {
      const e = m.indexOf(0, 20);
      const q = BSON.deserialize(m.subarray(e + 9), DECODE);
      const name = Object.keys(q)[0];
      const body = /^(hello|ismaster)$/i.test(name)
        ? await this.run(c, { ...q, $db: 'admin' }, m.subarray(e + 9), {})
        : {
            ok: 0,
            errmsg: `Unsupported OP_QUERY command: ${name}`,
            code: 352,
            codeName: 'UnsupportedOpQueryCommand',
          };
      this.send(c, id, body, true);
      return;
    }
    if (op !== OP_MSG) {
      c.sock.destroy();
      return;
    }
    const flags = m.readUInt32LE(16);
    let p = 20;
    const end = m.length - (flags & 1 ? 4 : 0);
    let raw!: Buffer;
    const seqs: Record<string, Buffer[]> = {};
    while (p < end) {
      const kind = m[p++];
      const size = m.readInt32LE(p);
      if (kind === 0) raw = m.subarray(p, p + size);
      else {
        const stop = p + size;
        const z = m.indexOf(0, p + 4);
        const name = m.toString('latin1', p + 4, z);
        let q = z + 1;
        const list: Buffer[] = (seqs[name] = []);
        while (q < stop) {
          const n = m.readInt32LE(q);
          list.push(m.subarray(q, q + n));
          q += n;
        }
      }
      p += size;
    }
    const cmd = BSON.deserialize(raw, { ...DECODE, fieldsAsRaw: { documents: true } });
    const body = await this.run(c, cmd, raw, seqs);
    if (!(flags & 2) && body) this.send(c, id, body); // moreToCome: the client wants no answer (w: 0)
  }
  private stamp(r: any) {
    if (r && this.opts.setName !== null)
      (r instanceof RawBatch ? r.head : r).operationTime ??= new Timestamp({
        t: Math.floor(Date.now() / 1000),
        i: 1 + (this.store.seq & 0xffff),
      });
    return r;
  } // causal consistency: afterClusterTime is always satisfied
  private async run(c: Conn, cmd: Document, raw: Buffer, seqs: Record<string, Buffer[]>): Promise<any> {
    const name = Object.keys(cmd)[0];
    this.counters[name] = (this.counters[name] ?? 0) + 1;
    let typed: Document | undefined;
    for (const k of Object.keys(seqs))
      cmd[k] = k === 'documents' ? seqs[k] : seqs[k].map((b) => BSON.deserialize(b, DECODE));
    const req: Req = {
      cmd,
      raw,
      seqs,
      name,
      db: cmd.$db,
      conn: c,
      server: this,
      store: this.store,
      typed: () => {
        if (!typed) {
          typed = BSON.deserialize(raw, { ...TYPED, fieldsAsRaw: { documents: true } });
          for (const k of Object.keys(seqs))
            if (k !== 'documents') typed[k] = seqs[k].map((b) => BSON.deserialize(b, TYPED));
        }
        return typed;
      },
    };
    for (let tries = 0; ; tries++) {
      try {
        return this.stamp(await dispatch.command(req));
      } catch (e: any) {
        if (e instanceof Locked) {
          if (cmd.maxTimeMS && tries) return new MongoError(50, 'operation exceeded time limit').toDoc();
          await Promise.race([e.txn.done, new Promise((r) => setTimeout(r, cmd.maxTimeMS ?? 60000).unref())]);
          if (e.txn.state === 'active' && Date.now() - e.txn.started > 60000) e.txn.abort();
          continue;
        }
        if (e instanceof MongoError) return this.stamp(e.toDoc());
        if (/ENOSPC|No space left|MDB_MAP_FULL/i.test(String(e?.message)))
          return new MongoError(14031, `Disk is full: ${e.message}`).toDoc();
        if (process.env.EMB_DEBUG) console.error(name, e);
        return { ok: 0, errmsg: String(e?.message ?? e), code: 8, codeName: 'UnknownError' };
      }
    }
  }
  async close() {
    clearInterval(this.ttl);
    for (const c of this.conns) c.sock.destroy();
    await new Promise<void>((r) => this.net.close(() => r()));
    await this.store.close();
  }
}
export { toBson };
