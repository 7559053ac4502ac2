// cursors.ts - open result sets: getMore / killCursors, 10 minutes idle limit, 16 MB batches
import { fail } from '../errors';
import { RawBatch, type Req } from '../wire';
interface Cur {
  id: number;
  ns: string;
  it: Iterator<Buffer>;
  used: number;
  session?: string;
  await?: (ms: number) => Promise<Buffer[]>;
  head?: () => any;
}
export class Cursors {
  map = new Map<number, Cur>();
  next = 1 + Math.floor(Math.random() * 1e9);
  private take(it: Iterator<Buffer>, n: number): { docs: Buffer[]; end: boolean } {
    const docs: Buffer[] = [];
    let size = 0;
    while (docs.length < n && size < 15_000_000) {
      const r = it.next();
      if (r.done) return { docs, end: true };
      docs.push(r.value);
      size += r.value.length;
    }
    return { docs, end: false };
  }
  open(
    ns: string,
    it: Iterator<Buffer>,
    batch: number | undefined,
    opt: { single?: boolean; await?: Cur['await']; head?: Cur['head'] } = {},
  ): RawBatch {
    const { docs, end } = opt.await ? { docs: [], end: false } : this.take(it, batch ?? 101);
    let id = 0;
    if (!end && !opt.single) {
      const peek = opt.await ? ({ done: false } as any) : it.next();
      if (!peek.done) {
        id = this.next++;
        const again = opt.await
          ? it
          : (function* () {
              yield peek.value;
              for (let r = it.next(); !r.done; r = it.next()) yield r.value;
            })();
        this.map.set(id, { id, ns, it: again, used: Date.now(), await: opt.await, head: opt.head });
      }
    }
    return new RawBatch({ cursor: { id, ns, ...opt.head?.() }, ok: 1 }, 'firstBatch', docs);
  }
  async more(r: Req): Promise<RawBatch> {
    const id = Number(r.cmd.getMore);
    const c = this.map.get(id);
    if (!c) return fail(43, `cursor id ${id} not found`);
    c.used = Date.now();
    if (c.await) {
      const docs = await c.await(r.cmd.maxTimeMS ?? 1000);
      return new RawBatch({ cursor: { id, ns: c.ns, ...c.head?.() }, ok: 1 }, 'nextBatch', docs);
    }
    const { docs, end } = this.take(c.it, r.cmd.batchSize || 1e9);
    if (end) this.map.delete(id);
    return new RawBatch({ cursor: { id: end ? 0 : id, ns: c.ns }, ok: 1 }, 'nextBatch', docs);
  }
  kill(ids: number[]) {
    const cursorsKilled: number[] = [],
      cursorsNotFound: number[] = [];
    for (const i of ids) (this.map.delete(i) ? cursorsKilled : cursorsNotFound).push(i);
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  }
  sweep() {
    for (const [id, c] of this.map) if (Date.now() - c.used > 600000) this.map.delete(id);
  }
}
