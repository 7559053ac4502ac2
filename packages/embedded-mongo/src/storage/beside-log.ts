import fs from 'node:fs';
import zlib from 'node:zlib';

const SIZE = 1024 * 1024;

/** A megabyte kept back, so that deletes can still be written when the disk is full. */
export class Reserve {
  constructor(private readonly file: string) {}

  /** Takes the space if it is not held already; says whether it is. */
  hold(): boolean {
    try {
      if (fs.statSync(this.file, { throwIfNoEntry: false })?.size === SIZE) return true;
      fs.writeFileSync(this.file, Buffer.alloc(SIZE, 1), { mode: 0o600, flush: true });
      return true;
    } catch {
      this.release();
      return false;
    }
  }

  release() {
    fs.rmSync(this.file, { force: true });
  }
}

const LENGTH = 12;

/** Remembers beside the log how much of it was acknowledged, so that a log cut short is noticed. */
export class SizeNote {
  private readonly bytes = Buffer.alloc(LENGTH);
  private readonly fd: number;

  constructor(file: string) {
    this.fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
  }

  /** 0 when nothing (readable) was noted. */
  read(): number {
    if (fs.readSync(this.fd, this.bytes, 0, LENGTH, 0) < LENGTH) return 0;
    const good = zlib.crc32(this.bytes.subarray(0, 8)) === this.bytes.readUInt32BE(8);
    return good ? Number(this.bytes.readBigUInt64BE(0)) : 0;
  }

  /** Written after the log is on disk: it may be behind the log, never ahead of it. */
  write(size: number) {
    this.bytes.writeBigUInt64BE(BigInt(size));
    this.bytes.writeUInt32BE(zlib.crc32(this.bytes.subarray(0, 8)), 8);
    fs.writeSync(this.fd, this.bytes, 0, LENGTH, 0);
  }

  /** Before the log is exchanged for a smaller one. */
  forget() {
    this.write(0);
    fs.fsyncSync(this.fd);
  }

  close() {
    fs.closeSync(this.fd);
  }
}
