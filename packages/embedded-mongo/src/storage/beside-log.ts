import fs from 'node:fs';
import zlib from 'node:zlib';

const SIZE = 1024 * 1024;

/** A reserved megabyte, so that deletes can still be written on a full disk. */
export class Reserve {
  constructor(private readonly file: string) {}

  /** Reserves the space; returns whether it is reserved. */
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

/** Stores the acknowledged size beside the log, so that a truncated log is detected. */
export class SizeNote {
  private readonly bytes = Buffer.alloc(LENGTH);
  private readonly fd: number;

  constructor(file: string) {
    this.fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
  }

  /** 0 if there is no readable note. */
  read(): number {
    if (fs.readSync(this.fd, this.bytes, 0, LENGTH, 0) < LENGTH) return 0;
    const good = zlib.crc32(this.bytes.subarray(0, 8)) === this.bytes.readUInt32BE(8);
    return good ? Number(this.bytes.readBigUInt64BE(0)) : 0;
  }

  /** Written after the log's flush: it may lag behind the log, never be ahead. */
  write(size: number) {
    this.bytes.writeBigUInt64BE(BigInt(size));
    this.bytes.writeUInt32BE(zlib.crc32(this.bytes.subarray(0, 8)), 8);
    fs.writeSync(this.fd, this.bytes, 0, LENGTH, 0);
  }

  /** Called before a smaller log replaces the log. */
  forget() {
    this.write(0);
    fs.fsyncSync(this.fd);
  }

  close() {
    fs.closeSync(this.fd);
  }
}
