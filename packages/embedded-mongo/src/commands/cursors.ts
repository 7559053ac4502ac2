import { fail } from '../errors';
import { checkTime, type Deadline } from '../read/turns';
import { rest } from '../storage/rest';
import type { ChangeStream } from '../changes/stream';
import { Batch } from './batch';

interface Cursor {
  readonly namespace: string;
  /** null where other requests can have a turn. */
  readonly documents: Iterator<Buffer | null>;
  /** Read ahead to see whether there are more; the first of the next batch. */
  ahead: Buffer | undefined;
  used: number;
  /** Milliseconds of work that are left of its `maxTimeMS`, over all batches. */
  left: number;
}

const FIRST_BATCH = 101;
const BATCH_BYTES = 15_000_000;
const IDLE = 10 * 60_000;

async function readAhead(cursor: Cursor, deadline: Deadline): Promise<void> {
  for (;;) {
    const { done, value } = cursor.documents.next();
    if (done || value !== null) {
      cursor.ahead = done ? undefined : (value as Buffer);
      return;
    }
    checkTime(deadline);
    await rest();
  }
}

async function take(cursor: Cursor, count: number, deadline: Deadline): Promise<Buffer[]> {
  const batch: Buffer[] = [];
  let size = 0;
  while (cursor.ahead && batch.length < count && size < BATCH_BYTES) {
    batch.push(cursor.ahead);
    size += cursor.ahead.length;
    await readAhead(cursor, deadline);
  }
  cursor.left = deadline - performance.now();
  return batch;
}

interface Start {
  /** Documents of the first batch; default 101. */
  readonly size?: number | undefined;
  /** There is no second batch. */
  readonly single?: boolean;
  readonly deadline?: Deadline;
}

/** Open result sets; each lasts ten idle minutes. */
export class Cursors {
  private readonly open = new Map<number, Cursor>();
  private readonly streams = new Map<number, ChangeStream>();
  private nextId = 1 + Math.floor(Math.random() * 1e9);

  /** The first batch; the rest waits for getMore unless `single`. */
  async start(
    namespace: string,
    documents: Iterator<Buffer | null>,
    { size = FIRST_BATCH, single = false, deadline = Number.POSITIVE_INFINITY }: Start = {},
  ): Promise<Batch> {
    const cursor: Cursor = { namespace, documents, ahead: undefined, used: Date.now(), left: 0 };
    await readAhead(cursor, deadline);
    const batch = await take(cursor, size, deadline);
    if (!cursor.ahead || single) return new Batch({ id: 0, ns: namespace }, 'firstBatch', batch);
    const id = this.nextId++;
    this.open.set(id, cursor);
    return new Batch({ id, ns: namespace }, 'firstBatch', batch);
  }

  async more(id: number, namespace: string, size: number): Promise<Batch> {
    const cursor = this.open.get(id);
    if (!cursor || cursor.namespace !== namespace) return fail(43, `cursor id ${id} not found`);
    cursor.used = Date.now();
    try {
      const batch = await take(cursor, size, performance.now() + cursor.left);
      if (!cursor.ahead) this.open.delete(id);
      return new Batch({ id: cursor.ahead ? id : 0, ns: namespace }, 'nextBatch', batch);
    } catch (error) {
      this.open.delete(id);
      throw error;
    }
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
