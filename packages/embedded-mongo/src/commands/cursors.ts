import { fail } from '../errors';
import type { ChangeStream } from '../changes/stream';
import { Batch } from './batch';

interface Cursor {
  readonly namespace: string;
  readonly documents: Iterator<Buffer>;
  /** Read ahead to see whether there are more; the first of the next batch. */
  ahead: Buffer | undefined;
  used: number;
}

const FIRST_BATCH = 101;
const BATCH_BYTES = 15_000_000;
const IDLE = 10 * 60_000;

function take(cursor: Cursor, count: number): Buffer[] {
  const batch: Buffer[] = [];
  let size = 0;
  while (cursor.ahead && batch.length < count && size < BATCH_BYTES) {
    batch.push(cursor.ahead);
    size += cursor.ahead.length;
    const next = cursor.documents.next();
    cursor.ahead = next.done ? undefined : next.value;
  }
  return batch;
}

/** Open result sets; each lasts ten idle minutes. */
export class Cursors {
  private readonly open = new Map<number, Cursor>();
  private readonly streams = new Map<number, ChangeStream>();
  private nextId = 1 + Math.floor(Math.random() * 1e9);

  /** The first batch; the rest waits for getMore unless `single`. */
  start(namespace: string, documents: Iterator<Buffer>, size = FIRST_BATCH, single = false): Batch {
    const first = documents.next();
    const cursor: Cursor = {
      namespace,
      documents,
      ahead: first.done ? undefined : first.value,
      used: Date.now(),
    };
    const batch = take(cursor, size);
    if (!cursor.ahead || single) return new Batch({ id: 0, ns: namespace }, 'firstBatch', batch);
    const id = this.nextId++;
    this.open.set(id, cursor);
    return new Batch({ id, ns: namespace }, 'firstBatch', batch);
  }

  more(id: number, namespace: string, size: number): Batch {
    const cursor = this.open.get(id);
    if (!cursor || cursor.namespace !== namespace) return fail(43, `cursor id ${id} not found`);
    cursor.used = Date.now();
    const batch = take(cursor, size);
    if (!cursor.ahead) this.open.delete(id);
    return new Batch({ id: cursor.ahead ? id : 0, ns: namespace }, 'nextBatch', batch);
  }

  /** Registers a change stream under a new id. */
  keep(stream: ChangeStream): number {
    const id = this.nextId++;
    this.streams.set(id, stream);
    return id;
  }

  /** The stream under this id; undefined for every other cursor. */
  streamOf = (id: number) => this.streams.get(id);

  kill(id: number): boolean {
    this.streams.get(id)?.stop();
    return this.open.delete(id) || this.streams.delete(id);
  }

  sweep(now = Date.now()) {
    for (const [id, { used }] of [...this.open, ...this.streams]) if (now - used > IDLE) this.kill(id);
  }
}
