import fs from 'node:fs';
import { bodyAt, changesOf, nextReadable, RECORD_HEAD, type Change } from './record';

export const MAGIC = Buffer.from('EMBLOG1\n');
const WINDOW = 8 * 1024 * 1024;

/** Reads a file through a window, so that a large file is never in memory as a whole. */
class WindowedFile {
  private window = Buffer.alloc(0);
  private start = 0;
  constructor(
    private readonly fd: number,
    readonly size: number,
  ) {}

  /** At least `length` bytes from `at`, or what is left of the file. */
  bytes(at: number, length: number): Buffer {
    const end = Math.min(at + length, this.size);
    if (at < this.start || end > this.start + this.window.length) {
      const want = Math.min(Math.max(length, WINDOW), this.size - at);
      this.window = Buffer.allocUnsafeSlow(want);
      fs.readSync(this.fd, this.window, 0, want, at);
      this.start = at;
    }
    return this.window.subarray(at - this.start);
  }
}

const damaged = (file: string, what: string) => new Error(`${file} ${what} Restore a backup.`);

/** The records of a log's first `size` bytes, with where they start and end, up to the first that cannot be read. */
export function* recordsOf(fd: number, size: number) {
  const source = new WindowedFile(fd, size);
  let at: number = MAGIC.length;
  while (at + RECORD_HEAD <= size) {
    const length = RECORD_HEAD + source.bytes(at, RECORD_HEAD).readUInt32BE(4);
    const body = at + length <= size ? bodyAt(source.bytes(at, length), 0) : undefined;
    if (!body) return;
    yield { at, end: at + length, changes: [...changesOf(body)] };
    at += length;
  }
}

/**
 * Passes every whole record of the log to `apply` and returns the valid size. A torn last record was never
 * acknowledged and is ignored. Damage before a readable record, and a file shorter than acknowledged, throw.
 */
export function recover(
  fd: number,
  file: string,
  acknowledged: number,
  apply: (change: Change) => void,
): number {
  const source = new WindowedFile(fd, fs.fstatSync(fd).size);
  if (source.size < MAGIC.length) {
    if (acknowledged > MAGIC.length)
      throw damaged(file, `was cut short: ${source.size} of ${acknowledged} bytes are left.`);
    return 0;
  }
  if (!source.bytes(0, MAGIC.length).subarray(0, MAGIC.length).equals(MAGIC)) {
    throw damaged(file, 'is not an embedded data file, or its first bytes are damaged.');
  }
  let at: number = MAGIC.length;
  for (const { end, changes } of recordsOf(fd, source.size)) {
    for (const change of changes) apply(change);
    at = end;
  }
  if (at < source.size) {
    const rest = Buffer.alloc(source.size - at);
    fs.readSync(fd, rest, 0, rest.length, at);
    const next = nextReadable(rest, 1);
    if (next !== undefined)
      throw damaged(file, `is damaged at byte ${at} (a readable record follows at ${at + next}).`);
  }
  if (at < acknowledged)
    throw damaged(file, `was cut short or its end is damaged: ${at} of ${acknowledged} bytes are readable.`);
  return at;
}
