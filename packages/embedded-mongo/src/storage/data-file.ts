import type { Entry, Range, Reader, Snapshot, Value } from './entries';
import { isDocumentKey, isIndexKey } from './keys';
import { checkWhole, openEnvironment, PAGE, type Environment, type Lmdb } from './lmdb';
import { Room } from './room';

const RECORD_NUMBER = 6;
/** lmdb stores larger values in pages of their own. */
const LARGEST_INLINE = 2000;

/** Pages of the tree that a change can copy: a leaf and the branches above it. */
const COPIED = 4;
/** Pages of the file that only deletes use, as long as lmdb has that many free pages inside the file. */
const RESERVE = 256;
const LEAST_RESERVE = 64;

/** New pages that a change can need: the other half of a leaf, and those of a large value. */
const pagesOf = (value: Buffer | null) => {
  if (value === null) return 0;
  return 1 + (value.length > LARGEST_INLINE ? Math.ceil((value.length + 16) / PAGE) : 0);
};

const valueOf = (key: string, bytes: Buffer): Value =>
  isIndexKey(key) ? bytes.readUIntBE(0, RECORD_NUMBER) : bytes;

function bytesOf(value: Value): Buffer {
  if (typeof value !== 'number') return value;
  const bytes = Buffer.allocUnsafe(RECORD_NUMBER);
  bytes.writeUIntBE(value, 0, RECORD_NUMBER);
  return bytes;
}

interface Tree {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface Stats extends Tree {
  readonly lastPageNumber: number;
  /** lmdb's own list of free pages. */
  readonly free: Tree;
}

const sizeOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Tree) =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

type Transaction = ReturnType<Environment['useReadTransaction']>;

/** Reads entries, of the present or of one transaction. */
class FileReader implements Reader {
  constructor(
    protected readonly db: Environment,
    protected readonly transaction?: Transaction,
  ) {}

  private get options() {
    return this.transaction ? { transaction: this.transaction } : {};
  }

  get = (key: string): Value | undefined => {
    const bytes = this.db.get(key, this.options);
    return bytes === undefined ? undefined : valueOf(key, bytes);
  };

  range = ({ low, high, reverse = false, limit = Number.POSITIVE_INFINITY }: Range): Entry[] => {
    const bounds = reverse
      ? { start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
      : { start: low, end: high };
    const found: Entry[] = [];
    for (const { key, value } of this.db.getRange({ ...bounds, limit, ...this.options }))
      found.push({ key, value: valueOf(key, value) });
    return found;
  };

  count = (low: string, high: string): number =>
    this.db.getKeysCount({ start: low, end: high, ...this.options });
}

class FileSnapshot extends FileReader implements Snapshot {
  constructor(
    db: Environment,
    transaction: Transaction,
    private readonly closed: () => void,
  ) {
    super(db, transaction);
  }

  close = (): void => {
    this.transaction?.done();
    this.closed();
  };
}

/** Whether each write is flushed (`durable`), the caller flushes (`bulk`), or nothing is kept (`temporary`). */
export type Mode = 'durable' | 'bulk' | 'temporary';

/** One file of entries, with transactions. */
export class DataFile extends FileReader {
  private readonly room: Room | undefined;
  private used = 0;
  private reserve = 0;
  /** Branch and leaf pages: a write copies each of them at most once. */
  private treePages = 0;
  private changes = 0;
  private fresh = 0;
  private snapshots = 0;
  private isRetired = false;

  constructor(open: Lmdb, path: string, mode: Mode) {
    checkWhole(path);
    super(openEnvironment(open, path, mode === 'durable'));
    this.room = mode === 'temporary' ? undefined : new Room(path);
  }

  /** Runs `work` in a write transaction. The changes are on the disk when it returns; if it throws, nothing is changed. */
  write(work: () => void): void {
    const stats = this.db.getStats() as Stats;
    this.used = stats.lastPageNumber + 1;
    this.treePages = stats.treeBranchPageCount + stats.treeLeafPageCount;
    const free = this.used - sizeOf(stats) - sizeOf(stats.free);
    this.reserve = Math.max(LEAST_RESERVE, RESERVE - free);
    this.changes = 0;
    this.fresh = 8;
    this.db.transactionSync(work);
  }

  /** Only inside `write`. Throws FullDisk. */
  change(key: string, value: Value | null): void {
    const bytes = value === null ? null : bytesOf(value);
    this.changes += 1;
    this.fresh += pagesOf(bytes);
    const copied = Math.min(this.changes * COPIED, this.treePages);
    // on a full disk only new documents are refused
    const reserve = bytes !== null && isDocumentKey(key) ? this.reserve : 0;
    this.room?.ensure(this.used + this.fresh + copied + reserve);
    if (bytes === null) this.db.removeSync(key);
    else this.db.putSync(key, bytes);
  }

  snapshot(): Snapshot {
    this.db.resetReadTxn();
    this.snapshots += 1;
    return new FileSnapshot(this.db, this.db.useReadTransaction(), () => {
      this.snapshots -= 1;
      if (this.isRetired) void this.closeWhenUnused();
    });
  }

  /** Closes the file once its last snapshot is closed. */
  async closeWhenUnused(): Promise<void> {
    this.isRetired = true;
    if (this.snapshots === 0) await this.close();
  }

  /** Bytes of the pages in use. */
  get size(): number {
    return ((this.db.getStats() as Stats).lastPageNumber + 1) * PAGE;
  }

  sync = (): void => this.room?.sync();

  async close(): Promise<void> {
    this.room?.close();
    await this.db.close();
  }
}
