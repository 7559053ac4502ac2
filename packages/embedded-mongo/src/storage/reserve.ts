import fs from 'node:fs';

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
