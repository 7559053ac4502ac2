import fs from 'node:fs';
import { promisify } from 'node:util';

/** How the log reaches the disk; tests put a full or failing one in its place. */
export interface Disk {
  /** The number of bytes written. */
  write(fd: number, bytes: Buffer, position: number): Promise<number>;
  /** Resolves when what was written is on the disk. */
  sync(fd: number): Promise<void>;
}

const write = promisify(fs.write);
const sync = promisify(fs.fdatasync);

export const realDisk: Disk = {
  write: async (fd, bytes, position) => (await write(fd, bytes, 0, bytes.length, position)).bytesWritten,
  sync,
};

/** Writes all of it or rejects with what the system says. */
export async function writeAll(disk: Disk, fd: number, bytes: Buffer, position: number): Promise<void> {
  const written = await disk.write(fd, bytes, position);
  if (written === bytes.length) return;
  if (written === 0) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
  await writeAll(disk, fd, bytes.subarray(written), position + written);
}
