import fs from 'node:fs';
import { PAGE } from './lmdb';

const STEP = 1024 * 1024;
const ZEROS = Buffer.alloc(STEP);
/** The disk has no room for a write. */
export class FullDisk extends Error {}

const isFull = (error: unknown) =>
  error instanceof Error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Allocates the pages of the file before lmdb writes them, because lmdb's own error path for a full disk can damage the memory of the
 * process (it formats a message into too small a buffer). lmdb uses free pages first, so that this space is allocated once.
 */
export class Room {
  private readonly fd: number;
  private allocated: number;

  constructor(file: string) {
    this.fd = fs.openSync(file, 'r+');
    this.allocated = fs.fstatSync(this.fd).size;
  }

  /** Makes sure that the file has space for so many pages; throws FullDisk if the disk has none. */
  ensure(pages: number): void {
    const least = pages * PAGE;
    if (this.allocated >= least) return;
    try {
      const wanted = least + STEP;
      for (; this.allocated < wanted; this.allocated += STEP) this.write(this.allocated);
    } catch (error) {
      if (!isFull(error)) throw error;
      this.allocated = fs.fstatSync(this.fd).size;
      if (this.allocated < least) throw new FullDisk('No space left on device', { cause: error });
    }
  }

  private write(at: number): void {
    for (let done = 0; done < STEP;) done += fs.writeSync(this.fd, ZEROS, done, STEP - done, at + done);
  }

  /** Waits until the disk has everything that was written to the file. */
  sync = (): void => fs.fsyncSync(this.fd);

  close = (): void => fs.closeSync(this.fd);
}
