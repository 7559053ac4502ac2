import fs from 'node:fs';
import path from 'node:path';
import { realDisk, type Disk } from '../storage/disk';

/** A disk with so many bytes of space in one folder; a write that does not fit is written in part. */
export function diskOf(folder: string, capacity: number): Disk {
  const used = () =>
    fs.readdirSync(folder).reduce((total, name) => total + fs.statSync(path.join(folder, name)).size, 0);
  return {
    ...realDisk,
    async write(fd, bytes, position) {
      const grows = position + bytes.length - fs.fstatSync(fd).size;
      const room = capacity - used();
      if (grows <= room) return realDisk.write(fd, bytes, position);
      const fits = Math.max(0, bytes.length - (grows - room));
      if (fits > 0) await realDisk.write(fd, bytes.subarray(0, fits), position);
      return fits;
    },
  };
}

/** A disk whose flushes fail after a switch. */
export function failingDisk(): Disk & { broken: boolean } {
  return {
    ...realDisk,
    broken: false,
    async sync(fd) {
      if (this.broken) throw Object.assign(new Error('Input/output error'), { code: 'EIO' });
      await realDisk.sync(fd);
    },
  };
}

/** A disk that stops after so many writes, like a killed process. */
export function dyingDisk(disk: Disk): Disk & { left: number } {
  return {
    left: Number.POSITIVE_INFINITY,
    async write(fd, bytes, position) {
      this.left -= 1;
      if (this.left < 0) throw Object.assign(new Error('Input/output error'), { code: 'EIO' });
      return disk.write(fd, bytes, position);
    },
    sync: disk.sync,
  };
}
