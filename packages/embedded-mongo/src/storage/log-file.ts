import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeAll, type Disk } from './disk';
import { GENERATION } from './keys';
import { encodeRecord, type Change, type Value } from './record';
import { MAGIC, recordsOf, recover } from './recovery';
import { Reserve } from './beside-log';
import { SizeNote } from './beside-log';

/** The bytes of the log's end that are moved at a time when a second log does not fit. */
const PART = 256 * 1024;

const isFull = (error: unknown) =>
  error instanceof Error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');

export const UNNAMED = '0'.repeat(16);
const newName = () => randomBytes(8).toString('hex');
const headOf = (name: string) => Buffer.concat([MAGIC, encodeRecord([[GENERATION + name, null]])]);

function nameOf(fd: number, end: number): string {
  for (const { changes } of recordsOf(fd, end)) {
    const key = changes[0]?.[0] ?? '';
    return key.startsWith(GENERATION) ? key.slice(GENERATION.length) : UNNAMED;
  }
  return UNNAMED;
}

const open = (file: string) => fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);

interface Part {
  readonly at: number;
  readonly keys: readonly string[];
}

/** Reads the last records of a log of `end` bytes, about PART of them: their start, and the keys they change. */
function lastPart(records: Part[], end: number): Part {
  let at = end;
  const keys = new Set<string>();
  for (let last = records.at(-1); last && (at === end || end - last.at <= PART); last = records.at(-1)) {
    for (const key of last.keys) keys.add(key);
    at = last.at;
    records.pop();
  }
  return { at, keys: [...keys] };
}

/** The append-only log of one folder: a commit is acknowledged once its record is on the disk. */
export class LogFile {
  private fd: number;
  /** The size of the current file. */
  private end = 0;
  /** A log whose end is being moved into the current file, because the disk has no room for both. */
  private old: { readonly fd: number; size: number } | undefined;
  private readonly note: SizeNote;
  private readonly reserve: Reserve;
  private broken = false;
  /** The name of the log, new after each rewrite. Logs of older versions, and those being moved, have none. */
  private name = UNNAMED;
  /** The disk was full: rewrite the log as soon as that makes it smaller. */
  tight = false;

  constructor(
    private readonly file: string,
    private readonly disk: Disk,
    apply: (change: Change) => void,
  ) {
    fs.rmSync(`${file}.new`, { force: true });
    this.fd = open(file);
    this.note = new SizeNote(`${file}.size`);
    this.reserve = new Reserve(`${file}.reserve`);
    const moving = fs.existsSync(this.next);
    try {
      this.end = recover(this.fd, file, moving ? 0 : this.note.read(), apply);
      if (moving) {
        this.old = { fd: this.fd, size: this.end };
        this.fd = open(this.next);
        this.end = recover(this.fd, this.next, this.note.read(), apply);
        this.tight = true;
      }
    } catch (error) {
      this.close();
      throw error;
    }
    this.begin();
    if (!moving) this.reserve.hold();
  }

  private get next() {
    return `${this.file}.next`;
  }

  get generation() {
    return this.old ? UNNAMED : this.name;
  }

  /** The position of the next record. */
  get position() {
    return this.end;
  }

  /** The records of the log and where they start. */
  history = () => recordsOf(this.fd, this.end);

  /** Bytes on the disk. */
  get size() {
    return this.end + (this.old?.size ?? 0);
  }

  /** Cuts off a torn end; writes the header of an empty file. */
  private begin() {
    fs.ftruncateSync(this.fd, this.end);
    if (this.end === 0) {
      const head = headOf((this.name = newName()));
      this.end = fs.writeSync(this.fd, head, 0, head.length, 0);
    } else this.name = nameOf(this.fd, this.end);
    fs.fsyncSync(this.fd);
    this.note.write(this.end);
  }

  /** Resolves when the changes are durable; after a rejection the file contains none of them. */
  async append(changes: readonly Change[]): Promise<void> {
    if (this.broken) throw new Error('the disk failed earlier; restart once it is repaired');
    const record = encodeRecord(changes);
    try {
      await this.store(record);
    } catch (error) {
      const onlyDeletes = changes.every(([, value]) => value === null);
      this.tight ||= isFull(error);
      if (!isFull(error) || !onlyDeletes || this.broken) throw error;
      this.reserve.release();
      await this.store(record);
    }
    this.end += record.length;
    this.note.write(this.end);
  }

  private async store(record: Buffer): Promise<void> {
    try {
      await writeAll(this.disk, this.fd, record, this.end);
    } catch (error) {
      this.cutBack();
      throw error;
    }
    try {
      await this.disk.sync(this.fd);
    } catch (error) {
      // after a failed flush, the file must be read again
      this.broken = true;
      throw error;
    }
  }

  private cutBack() {
    try {
      fs.ftruncateSync(this.fd, this.end);
      fs.fsyncSync(this.fd);
    } catch {
      this.broken = true;
    }
  }

  /** Replaces the log atomically by one with only these records. Returns whether it did. */
  async replace(batches: Iterable<readonly Change[]>): Promise<boolean> {
    const next = `${this.file}.new`;
    if (this.tight) this.reserve.release();
    const fd = fs.openSync(next, 'w+', 0o600);
    try {
      const name = newName();
      const head = headOf(name);
      await writeAll(this.disk, fd, head, 0);
      let size: number = head.length;
      for (const batch of batches) {
        const record = encodeRecord(batch);
        await writeAll(this.disk, fd, record, size);
        size += record.length;
      }
      await this.disk.sync(fd);
      this.note.forget();
      fs.renameSync(next, this.file);
      this.syncFolder();
      fs.closeSync(this.fd);
      this.use(fd, size);
      this.name = name;
      this.tight = !this.reserve.hold();
      return true;
    } catch {
      fs.closeSync(fd);
      fs.rmSync(next, { force: true });
      this.reserve.hold();
      return false;
    }
  }

  private use(fd: number, size: number) {
    this.fd = fd;
    this.end = size;
    this.note.write(size);
    if (!this.old) return;
    fs.closeSync(this.old.fd);
    this.old = undefined;
    // the log already contains its records; reading it after the log is safe
    fs.rmSync(this.next, { force: true });
    this.syncFolder();
  }

  /**
   * Makes the log smaller when a second one does not fit: beginning at the end, writes the current state of its records
   * into another file and cuts them off. The two files, read in order, are correct at every moment.
   */
  async shrink(current: (key: string) => Value | null): Promise<void> {
    if (this.broken) return;
    this.reserve.release();
    try {
      const old = this.old ?? this.startMoving();
      const records: Part[] = [];
      for (const { at, changes } of recordsOf(old.fd, old.size))
        records.push({ at, keys: changes.map(([key]) => key) });
      const moved = new Set<string>();
      for (let last = old.size; last > MAGIC.length; last = old.size) {
        const { at, keys } = lastPart(records, last);
        const fresh = keys.filter((key) => !moved.has(key));
        await this.moveKeys(fresh.map((key): Change => [key, current(key)]));
        for (const key of fresh) moved.add(key);
        fs.ftruncateSync(old.fd, at);
        fs.fsyncSync(old.fd);
        old.size = at;
      }
      this.finishMoving();
    } catch (error) {
      // the rest is moved later: both files are read
      if (!isFull(error)) throw error;
    }
    this.tight = !this.reserve.hold() || this.old !== undefined;
  }

  private startMoving() {
    this.note.forget();
    const fd = open(this.next);
    this.old = { fd: this.fd, size: this.end };
    this.fd = fd;
    this.end = 0;
    this.begin();
    this.syncFolder();
    return this.old;
  }

  private async moveKeys(changes: readonly Change[]) {
    if (changes.length === 0) return;
    const record = encodeRecord(changes);
    await this.store(record);
    this.end += record.length;
    this.note.write(this.end);
  }

  private finishMoving() {
    if (!this.old) return;
    fs.renameSync(this.next, this.file);
    this.syncFolder();
    fs.closeSync(this.old.fd);
    this.old = undefined;
  }

  private syncFolder() {
    const folder = fs.openSync(path.dirname(this.file), 'r');
    fs.fsyncSync(folder);
    fs.closeSync(folder);
  }

  close() {
    fs.closeSync(this.fd);
    if (this.old) fs.closeSync(this.old.fd);
    this.note.close();
  }
}
