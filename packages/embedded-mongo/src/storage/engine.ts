import path from 'node:path';
import { realDisk, type Disk } from './disk';
import { isDocumentKey, REPLACED } from './keys';
import { LogFile, UNNAMED } from './log-file';
import { OrderedMap, type Range } from './ordered-map';
import { sizeOf, type Change, type Value } from './record';

export interface EngineOptions {
  readonly disk?: Disk | undefined;
  /** Below this size the log is never rewritten, in bytes. */
  readonly compactAbove?: number | undefined;
  /** The log is rewritten when it is this many times the size of its data. */
  readonly compactFactor?: number | undefined;
}

export type Snapshot = OrderedMap<Value>;

interface Totals {
  readonly documents: number;
  /** Bytes of all entries, as stored in the file. */
  readonly bytes: number;
}

/** The changes of one commit, and their position in the log. */
export interface Commit {
  readonly generation: string;
  readonly at: number;
  readonly changes: readonly Change[];
  readonly before: (key: string) => Value | undefined;
}

const BATCH = 1024 * 1024;
/** On a full disk: the unused bytes of the log. */
const WORTH_SHRINKING = 128 * 1024;
const COMPACT_ABOVE = 64 * 1024 * 1024;

/** All entries in memory, in order. A commit is in the log before it is acknowledged. */
export class Engine {
  private map = new OrderedMap<Value>();
  private changes: Change[] = [];
  private readonly log: LogFile | undefined;
  /** The next commit rewrites the log without deleted and replaced entries. */
  compactNext = false;
  /** Receives every commit once it is durable. */
  onCommit: ((commit: Commit) => void) | undefined;
  /** Commits of an engine without a log. */
  private written = 0;
  totals: Totals = { documents: 0, bytes: 0 };

  /** Without a folder, data is in memory: for tests. */
  constructor(
    folder: string | undefined,
    private readonly options: EngineOptions = {},
  ) {
    if (folder === undefined) return;
    this.log = new LogFile(path.join(folder, 'data.log'), options.disk ?? realDisk, ([key, value]) =>
      this.apply(key, value),
    );
  }

  /** Returns whether anything changed. */
  private apply(key: string, value: Value | null): boolean {
    if (value !== null && this.map.add(key, value)) {
      this.tally(key, sizeOf(key, value), 1);
      return true;
    }
    const old = this.map.get(key);
    if (old === undefined) return false;
    this.tally(key, -sizeOf(key, old), -1);
    if (value === null) {
      this.map.delete(key);
    } else {
      this.tally(key, sizeOf(key, value), 1);
      this.map.set(key, value);
    }
    return true;
  }

  private tally(key: string, bytes: number, entries: 1 | -1) {
    const { documents, bytes: before } = this.totals;
    this.totals = { documents: documents + (isDocumentKey(key) ? entries : 0), bytes: before + bytes };
  }

  get = (key: string) => this.map.get(key);
  range = (range: Range) => this.map.range(range);
  count = (low: string, high: string) => this.map.count(low, high);
  snapshot = (): Snapshot => this.map.copy();

  /** The name of the log, which changes when the log is rewritten. */
  get generation() {
    return this.log?.generation ?? UNNAMED;
  }

  /** The position of the next commit. */
  get position() {
    return this.log?.position ?? this.written;
  }

  /** The commits of this log, from its beginning. */
  history = () => this.log?.history() ?? [];

  /** Only inside a commit. */
  change(key: string, value: Value | null) {
    if (this.apply(key, value) || key.startsWith(REPLACED)) this.changes.push([key, value]);
  }

  /** A point for `restore`, inside one commit. */
  savepoint() {
    const point = { map: this.map, totals: this.totals, changes: this.changes.length };
    this.map = this.map.copy();
    return point;
  }

  restore({ map, totals, changes }: ReturnType<Engine['savepoint']>) {
    this.map = map;
    this.totals = totals;
    this.changes.length = changes;
  }

  /** Runs `work`, which changes entries, and resolves when the changes are durable; a rejection changes nothing. */
  async commit(work: () => void): Promise<void> {
    const { map, totals } = this;
    this.map = map.copy();
    this.changes = [];
    work();
    const { changes, log } = this;
    const { position: at, generation } = this;
    if (!log) {
      this.written += 1;
      this.onCommit?.({ generation, at, changes, before: map.get });
    }
    if (!log || (changes.length === 0 && !this.compactNext)) return;
    try {
      if (changes.length > 0) await this.append(log, changes, map);
    } catch (error) {
      this.map = map;
      this.totals = totals;
      throw error;
    }
    this.onCommit?.({ generation, at, changes, before: map.get });
    await this.compactWhenWorthIt(log);
  }

  /** On a full disk, removes deleted and replaced entries from the log before it refuses a write. */
  private async append(log: LogFile, changes: readonly Change[], before: OrderedMap<Value>) {
    try {
      await log.append(changes);
    } catch (error) {
      if (!log.tight || log.size - this.totals.bytes < WORTH_SHRINKING) throw error;
      await log.shrink((key) => before.get(key) ?? null);
      await log.append(changes);
    }
  }

  private async compactWhenWorthIt(log: LogFile) {
    if (this.compactNext) {
      if (!(await log.replace(this.batches()))) await log.shrink((key) => this.map.get(key) ?? null);
      this.compactNext = false;
      return;
    }
    const { compactAbove = COMPACT_ABOVE, compactFactor = 2 } = this.options;
    if ((log.size <= compactAbove && !log.tight) || log.size <= compactFactor * this.totals.bytes) return;
    if (await log.replace(this.batches())) return;
    // a failure leaves a consistent log; the next writer gets the error
    if (log.tight) await log.shrink((key) => this.map.get(key) ?? null).catch(() => undefined);
  }

  private *batches(): Generator<readonly Change[]> {
    let batch: Change[] = [];
    let size = 0;
    for (const [key, value] of this.map.entries()) {
      batch.push([key, value]);
      size += sizeOf(key, value);
      if (size < BATCH) continue;
      yield batch;
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield batch;
  }

  close() {
    this.log?.close();
  }
}
