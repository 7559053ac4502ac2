// log.ts - alternative engine without native code: B+tree in memory, every commit appended to a checksummed log and fsynced before it is acknowledged
import BTreeMod from 'sorted-btree';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
const BTree: any = (BTreeMod as any).default ?? BTreeMod;
type Tree = any; // BTree<string, Buffer>; keys are latin1 strings, so string order = byte order
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const FACTOR = Number(process.env.EMB_FACTOR ?? 2),
  HEAD = 12,
  REC = Buffer.from('\xf5REC', 'latin1'),
  COMPACT = Number(process.env.EMB_COMPACT ?? 64 * 1024 * 1024),
  MAGIC = Buffer.from('EMBLOG1\n');
const s = (k: Buffer) => k.toString('latin1'),
  b = (k: string) => Buffer.from(k, 'latin1');
const crc: (d: Buffer) => number = (zlib as any).crc32;
function record(ops: [string, Buffer | null][]): Buffer {
  let n = HEAD;
  for (const [k, v] of ops) n += 6 + k.length + (v?.length ?? 0);
  const out = Buffer.allocUnsafe(n);
  let p = HEAD;
  for (const [k, v] of ops) {
    out.writeUInt16BE(k.length, p);
    out.writeInt32BE(v ? v.length : -1, p + 2);
    p += 6;
    p += out.write(k, p, 'latin1');
    if (v) p += v.copy(out, p);
  }
  REC.copy(out);
  out.writeUInt32BE(n - HEAD, 4);
  out.writeUInt32BE(crc(out.subarray(HEAD)), 8);
  return out;
}
export class LogDb {
  tree: Tree = new BTree(undefined, order, 64);
  private fd: number;
  private size = 0;
  private live = 0;
  private ops: [string, Buffer | null][] | null = null;
  private file: string;
  torn = 0;
  private compacting = false;
  failed = false;
  constructor(
    dir: string,
    private sync: boolean,
  ) {
    this.file = path.join(dir, 'data.log');
    try {
      fs.unlinkSync(this.file + '.new');
    } catch {
      /* none */
    }
    this.fd = fs.openSync(this.file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    this.load();
  }
  private load() {
    // reads whole records; the first bad one ends the log: a torn last write was never acknowledged
    const total = fs.fstatSync(this.fd).size;
    const head = Buffer.alloc(8);
    if (total < 8) {
      fs.ftruncateSync(this.fd, 0);
      fs.writeSync(this.fd, MAGIC, 0, 8, 0);
      fs.fsyncSync(this.fd);
      this.size = 8;
      return;
    }
    fs.readSync(this.fd, head, 0, 8, 0);
    if (!head.equals(MAGIC)) throw new Error(`${this.file} is not an embedded data file`);
    let off = 8;
    const h = Buffer.alloc(HEAD);
    while (off + HEAD <= total) {
      fs.readSync(this.fd, h, 0, HEAD, off);
      const n = h.readUInt32BE(4);
      if (!h.subarray(0, 4).equals(REC) || off + HEAD + n > total) break;
      const body = Buffer.allocUnsafeSlow(n);
      fs.readSync(this.fd, body, 0, n, off + HEAD);
      if (crc(body) !== h.readUInt32BE(8)) break;
      for (let p = 0; p < n;) {
        const kl = body.readUInt16BE(p),
          vl = body.readInt32BE(p + 2);
        const k = body.toString('latin1', p + 6, p + 6 + kl);
        p += 6 + kl;
        if (vl < 0) this.tree.delete(k);
        else {
          this.tree.set(k, Buffer.from(body.subarray(p, p + vl)));
          p += vl;
        }
      }
      off += HEAD + n;
    }
    if (off < total) {
      // torn tail: cut it. But a good record AFTER the bad one means damage inside the file: refuse, never drop acknowledged data
      this.torn = total - off;
      const rest = Buffer.alloc(this.torn);
      fs.readSync(this.fd, rest, 0, this.torn, off);
      for (let i = rest.indexOf(REC, 1); i >= 0 && i + HEAD <= rest.length; i = rest.indexOf(REC, i + 1)) {
        const n = rest.readUInt32BE(i + 4);
        if (
          i + HEAD + n <= rest.length &&
          crc(rest.subarray(i + HEAD, i + HEAD + n)) === rest.readUInt32BE(i + 8)
        )
          throw new Error(
            `${this.file} is damaged at byte ${off} (a readable record follows at ${off + i}). Restore a backup.`,
          );
      }
      fs.ftruncateSync(this.fd, off);
      fs.fsyncSync(this.fd);
    }
    this.size = off;
    this.tree.forEachPair((k: string, v: Buffer) => {
      this.live += k.length + v.length + 6;
    });
  }
  private view(o?: any): Tree {
    return o?.transaction?.tree ?? this.tree;
  }
  get(k: Buffer, o?: any): Buffer | undefined {
    return this.view(o).get(s(k));
  }
  getRange(o: any): { key: Buffer; value: Buffer }[] {
    const t = this.view(o.transaction ? o : undefined);
    const out: { key: Buffer; value: Buffer }[] = [];
    const limit = o.limit ?? 1e9;
    if (!o.reverse) {
      t.forRange(s(o.start), s(o.end), false, (k: string, v: Buffer) => {
        out.push({ key: b(k), value: v });
        return out.length >= limit ? { break: 1 } : undefined;
      });
      return out;
    }
    const lo = s(o.end),
      hi = s(o.start);
    for (const [k, v] of t.entriesReversed(hi)) {
      if (k >= hi) continue;
      if (k < lo) break;
      out.push({ key: b(k), value: v });
      if (out.length >= limit) break;
    }
    return out;
  }
  getKeysCount(o: any): number {
    return this.tree.forRange(s(o.start), s(o.end), false);
  }
  putSync(k: Buffer, v: Buffer) {
    const key = s(k);
    const c = v.buffer.byteLength > v.length * 2 ? Buffer.from(Uint8Array.prototype.slice.call(v).buffer) : v;
    this.tree.set(key, c);
    this.ops!.push([key, c]);
  }
  removeSync(k: Buffer) {
    const key = s(k);
    if (this.tree.delete(key)) this.ops!.push([key, null]);
  }
  useReadTransaction() {
    const tree = this.tree.clone();
    return { tree, done() {} };
  }
  /** applies fn in memory, then appends and fsyncs off the main thread; on failure everything since is undone */
  async commit(fn: () => void): Promise<void> {
    if (this.failed) throw new Error('the store stopped after a write error');
    const before = this.tree.clone();
    this.ops = [];
    fn();
    const ops = this.ops;
    this.ops = null;
    if (!ops.length) return;
    const rec = record(ops);
    try {
      await new Promise<void>((ok, no) =>
        fs.write(this.fd, rec, 0, rec.length, this.size, (e, n) =>
          e
            ? no(e)
            : n < rec.length
              ? no(Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }))
              : ok(),
        ),
      );
      if (this.sync) await new Promise<void>((ok, no) => fs.fdatasync(this.fd, (e) => (e ? no(e) : ok())));
    } catch (e) {
      this.tree = before;
      try {
        fs.ftruncateSync(this.fd, this.size);
        fs.fsyncSync(this.fd);
      } catch {
        this.failed = true;
      }
      throw e;
    }
    this.size += rec.length;
    this.live += rec.length;
    if (this.size > COMPACT && this.size > FACTOR * this.measure() && !this.compacting) await this.compact();
  }
  private lastMeasure = 0;
  private lastAt = 0;
  private measure() {
    if (this.size > this.lastAt * 1.25) {
      let n = 0;
      this.tree.forEachPair((k: string, v: Buffer) => {
        n += k.length + v.length + 6;
      });
      this.lastMeasure = n;
      this.lastAt = this.size;
    }
    return this.lastMeasure;
  }
  /** rewrites the live data to a new file and renames it over the old one */
  async compact() {
    this.compacting = true;
    if (process.env.EMB_FACTOR) process.stderr.write('C');
    const tmp = this.file + '.new';
    const fd = fs.openSync(tmp, 'w+', 0o600);
    let off = 8;
    fs.writeSync(fd, MAGIC, 0, 8, 0);
    try {
      let ops: [string, Buffer][] = [];
      let n = 0;
      const put = () => {
        const r = record(ops);
        fs.writeSync(fd, r, 0, r.length, off);
        off += r.length;
        ops = [];
        n = 0;
      };
      for (const [k, v] of this.tree.entries()) {
        ops.push([k, v]);
        n += v.length + k.length;
        if (n > 1 << 20) {
          put();
          await new Promise((r) => setImmediate(r));
        }
      }
      if (ops.length) put();
      fs.fsyncSync(fd);
      fs.renameSync(tmp, this.file);
      const d = fs.openSync(path.dirname(this.file), 'r');
      fs.fsyncSync(d);
      fs.closeSync(d);
      fs.closeSync(this.fd);
      this.fd = fd;
      this.size = off;
      this.lastAt = 0;
    } catch (e) {
      fs.closeSync(fd);
      try {
        fs.unlinkSync(tmp);
      } catch {
        /* none */
      }
    } finally {
      this.compacting = false;
    }
  }
  async close() {
    fs.closeSync(this.fd);
  }
}
