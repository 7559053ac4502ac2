import fs from 'node:fs';
import path from 'node:path';

/** Remembers beside the log that something erased is still in it, for a process that ends before it is rewritten. */
export class ErasureNote {
  private readonly file: string;

  constructor(folder: string) {
    this.file = path.join(folder, 'erase');
  }

  isThere = () => fs.existsSync(this.file);
  /** Empty, so that a full disk has room for it. */
  leave = () => fs.writeFileSync(this.file, '', { mode: 0o600 });
  remove = () => fs.rmSync(this.file, { force: true });
}
