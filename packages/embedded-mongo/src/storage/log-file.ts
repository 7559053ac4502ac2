import fs from 'node:fs';
import path from 'node:path';
import { writeAll, type Disk } from './disk';
import { encodeRecord, type Change } from './record';
import { MAGIC, recover } from './recovery';
import { Reserve } from './reserve';
import { SizeNote } from './size-note';

const isFull = (error: unknown) =>
  error instanceof Error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The append-only log of one folder: a commit is acknowledged once its record is on the disk. */
export class LogFile {
  private fd: number;
  private readonly note: SizeNote;
  private readonly reserve: Reserve;
  private broken = false;
  size = 0;
  /** The disk was full: the log is rewritten as soon as that makes it smaller. */
  tight = false;

  constructor(
    private readonly file: string,
    private readonly disk: Disk,
    apply: (change: Change) => void,
  ) {
    fs.rmSync(`${file}.new`, { force: true });
    this.fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    this.note = new SizeNote(`${file}.size`);
    this.reserve = new Reserve(`${file}.reserve`);
    try {
      this.size = recover(this.fd, file, this.note.read(), apply);
    } catch (error) {
      this.close();
      throw error;
    }
    this.begin();
    this.reserve.hold();
  }

  /** Cuts a torn end off; an empty file gets its head. */
  private begin() {
    fs.ftruncateSync(this.fd, this.size);
    if (this.size === 0) this.size = fs.writeSync(this.fd, MAGIC, 0, MAGIC.length, 0);
    fs.fsyncSync(this.fd);
    this.note.write(this.size);
  }

  /** Resolves when the changes are durable; after a rejection the file holds none of them. */
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
    this.size += record.length;
    this.note.write(this.size);
  }

  private async store(record: Buffer): Promise<void> {
    try {
      await writeAll(this.disk, this.fd, record, this.size);
    } catch (error) {
      this.cutBack();
      throw error;
    }
    try {
      await this.disk.sync(this.fd);
    } catch (error) {
      // what a failed flush left on the disk is unknown until the file is read again
      this.broken = true;
      throw error;
    }
  }

  private cutBack() {
    try {
      fs.ftruncateSync(this.fd, this.size);
      fs.fsyncSync(this.fd);
    } catch {
      this.broken = true;
    }
  }

  /** Replaces the log by one that holds only these records, at once or not at all. Says whether it did. */
  async replace(batches: Iterable<readonly Change[]>): Promise<boolean> {
    const next = `${this.file}.new`;
    if (this.tight) this.reserve.release();
    const fd = fs.openSync(next, 'w+', 0o600);
    try {
      await writeAll(this.disk, fd, MAGIC, 0);
      let size: number = MAGIC.length;
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
      this.fd = fd;
      this.size = size;
      this.note.write(size);
      this.tight = !this.reserve.hold();
      return true;
    } catch {
      fs.closeSync(fd);
      fs.rmSync(next, { force: true });
      this.reserve.hold();
      return false;
    }
  }

  private syncFolder() {
    const folder = fs.openSync(path.dirname(this.file), 'r');
    fs.fsyncSync(folder);
    fs.closeSync(folder);
  }

  close() {
    fs.closeSync(this.fd);
    this.note.close();
  }
}
