import { randomBytes } from 'node:crypto';
import { BSON } from 'bson';
import type { Document } from '../bson/values';
import { DataFile, type Mode } from './data-file';
import { DataFolder } from './data-folder';
import type { Entry, Range, Reader, Snapshot, Value } from './entries';
import {
  FORMAT,
  isCatalogueKey,
  isDocumentKey,
  isIndexKey,
  lowOfUnused,
  unusedKey,
  unusedRange,
} from './keys';
import { loadLmdb } from './lmdb';
import { Oplog } from './oplog';

const VERSION = 1;
const SLICE = 1000;

interface Format {
  readonly version: number;
  /** The folder's name, which resume tokens begin with. */
  readonly name: string;
}

/** All entries of a folder. A commit is on the disk when it returns. */
export class Engine implements Reader {
  readonly oplog: Oplog;
  readonly name: string;
  /** Called after each commit. */
  onCommit: () => void = () => undefined;
  /** Reversed changes of the statement that runs, while it may have to be undone. */
  private undo: (readonly [key: string, value: Value | null])[] | undefined;
  private failed: unknown;
  private broken = false;
  /** Rises with every change of an entry. */
  changes = 0;

  private constructor(
    private readonly folder: DataFolder,
    private file: DataFile,
  ) {
    const stored = file.get(FORMAT);
    const { version, name } = stored
      ? (BSON.deserialize(stored as Buffer) as Format)
      : { version: VERSION, name: randomBytes(8).toString('hex') };
    if (version > VERSION)
      throw new Error(
        'The data folder was written by a newer version of the embedded database: start that version, or name a MongoDB in MONGODB_URI.',
      );
    this.name = name;
    this.oplog = new Oplog(
      () => this.file,
      (key, value) => this.change(key, value),
    );
    if (!stored) this.commit(() => this.change(FORMAT, Buffer.from(BSON.serialize({ version, name }))));
  }

  /** Rejects with one sentence. */
  static async open(path: string, mode: Mode): Promise<Engine> {
    const { folder, file } = await DataFolder.open(await loadLmdb(), path, mode);
    try {
      return new Engine(folder, file);
    } catch (error) {
      await file.close();
      await folder.close();
      throw error;
    }
  }

  get = (key: string): Value | undefined => this.file.get(key);
  range = (range: Range): Entry[] => this.file.range(range);
  count = (low: string, high: string): number => this.file.count(low, high);
  snapshot = (): Snapshot => this.file.snapshot();

  /** Bytes of the file in use. */
  get size(): number {
    return this.file.size;
  }

  /** Only inside a commit. */
  change(key: string, value: Value | null): void {
    this.changes += 1;
    try {
      this.undo?.push([key, this.file.get(key) ?? null]);
      this.file.change(key, value);
    } catch (error) {
      // a caller that catches it cannot keep half a change
      this.failed ??= error;
      throw error;
    }
  }

  /** Only inside a commit: adds an event to the oplog. */
  log = (head: Document, raw?: Buffer): void => this.oplog.append(head, raw);

  /** Only inside a commit: deletes a range, whose entries leave the file later, in `clean`. Nothing is written in it again. */
  discard({ low, high }: { readonly low: string; readonly high: string }): void {
    this.change(unusedKey(low), Buffer.from(high, 'latin1'));
  }

  /** Runs `work` and undoes its changes if it throws. Only inside a commit; attempts can be nested. */
  attempt<R>(work: () => R): R {
    const outer = this.undo;
    const mine: NonNullable<Engine['undo']> = [];
    this.undo = mine;
    try {
      const result = work();
      outer?.push(...mine);
      return result;
    } catch (error) {
      this.undo = undefined;
      // a change that failed ends the whole commit
      if (this.failed === undefined) for (const [key, value] of mine.reverse()) this.change(key, value);
      this.oplog.reload();
      throw error;
    } finally {
      this.undo = outer;
    }
  }

  /** Runs `work`, which changes entries. If it throws, nothing is changed; FullDisk if the disk has no room. */
  commit(work: () => void): void {
    if (this.broken) throw new Error('the disk failed earlier; restart once it is repaired');
    this.failed = undefined;
    try {
      this.file.write(() => {
        work();
        if (this.failed !== undefined) throw this.failed;
      });
    } catch (error) {
      // after a failed flush, the file must be read again
      this.broken = this.failed === undefined;
      this.oplog.reload();
      throw error;
    }
    this.onCommit();
  }

  /** Deletes older events of the oplog for a full disk; false when there are none. */
  makeRoom(): boolean {
    if (this.oplog.first >= this.oplog.last) return false;
    try {
      this.commit(() => this.oplog.halve());
      return true;
    } catch {
      // the writer gets the first error
      return false;
    }
  }

  /** Deletes a part of the discarded entries; false when none are left. */
  clean(): boolean {
    const [unused] = this.range({ ...unusedRange, limit: 1 });
    if (!unused) return false;
    const low = lowOfUnused(unused.key);
    const high = (unused.value as Buffer).toString('latin1');
    const entries = this.range({ low, high, limit: SLICE });
    this.commit(() => {
      for (const { key } of entries) this.change(key, null);
      if (entries.length < SLICE) this.change(unused.key, null);
    });
    return true;
  }

  /** The entries of the next file: those that are in use. Resume tokens before it are no longer valid. */
  private *current(snapshot: Snapshot): Generator<Entry> {
    const unused = snapshot
      .range(unusedRange)
      .map(({ key, value }) => ({ low: lowOfUnused(key), high: (value as Buffer).toString('latin1') }));
    let low = '\0';
    for (;;) {
      const part = snapshot.range({ low, high: '\xff', limit: SLICE });
      for (const entry of part) {
        const { key } = entry;
        const isKept = key === FORMAT || isCatalogueKey(key) || isDocumentKey(key) || isIndexKey(key);
        if (isKept && !unused.some((range) => key >= range.low && key < range.high)) yield entry;
      }
      const last = part.at(-1);
      if (!last || part.length < SLICE) break;
      low = `${last.key}\0`;
    }
    yield this.oplog.fresh();
  }

  /** Writes a new file without deleted data, and removes the old one. Nothing may commit meanwhile. A failure changes nothing. */
  async rewrite(): Promise<void> {
    const before = this.file;
    const snapshot = before.snapshot();
    try {
      this.file = await this.folder.replace(this.current(snapshot));
    } finally {
      snapshot.close();
    }
    this.oplog.reload();
    // transactions that began before still read it
    await before.closeWhenUnused();
    this.folder.removeOthers();
  }

  async close(): Promise<void> {
    await this.file.close();
    await this.folder.close();
  }
}
