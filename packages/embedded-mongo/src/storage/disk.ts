import fs from 'node:fs';
import { promisify } from 'node:util';

/** The file system of the log; tests replace it with a full or failing one. */
export interface Disk {
  write(fd: number, bytes: Buffer, position: number): Promise<number>;
  /** Resolves after a flush to disk. */
  sync(fd: number): Promise<void>;
}

const write = promisify(fs.write);
const sync = promisify(fs.fdatasync);

export const realDisk: Disk = {
  write: async (fd, bytes, position) => (await write(fd, bytes, 0, bytes.length, position)).bytesWritten,
  sync,
};

/** Writes all bytes, or rejects with the system's error. */
export async function writeAll(disk: Disk, fd: number, bytes: Buffer, position: number): Promise<void> {
  const written = await disk.write(fd, bytes, position);
  if (written === bytes.length) return;
  if (written === 0) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
  await writeAll(disk, fd, bytes.subarray(written), position + written);
}
