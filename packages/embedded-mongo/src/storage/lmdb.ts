import fs from 'node:fs';
import type { open, RootDatabase } from 'lmdb';

export type Lmdb = typeof open;
export interface Environment extends RootDatabase<Buffer, string> {
  /** Locks between the threads of this process; not in the types of lmdb 3.5. */
  tryLock(key: string): boolean;
  unlock(key: string): boolean;
}

/** The library with its part for this platform; rejects with one sentence without one. */
export async function loadLmdb(): Promise<Lmdb> {
  try {
    const lmdb = await import('lmdb');
    return lmdb.open;
  } catch (cause) {
    throw new Error(
      `The embedded database has no library for ${process.platform}-${process.arch}: reinstall with optional packages, or name a MongoDB in MONGODB_URI.`,
      { cause },
    );
  }
}

/** Bytes of a page, on every system. */
export const PAGE = 4096;
/** Reserved addresses, not memory: without them lmdb maps the file again whenever it grows, and keeps the old maps. */
const ADDRESSES = 2 ** 36;

const MAGIC = Buffer.from('dec0efbe', 'hex');
/** From the magic number of a header to the number of the last page, and of the transaction. */
const LAST_PAGE = 120;
const TRANSACTION = 128;

/** Refuses a file that lmdb would read beyond its end, which ends the process, or that is none of lmdb's. */
export function checkWhole(path: string): void {
  if (!fs.existsSync(path)) return;
  const head = Buffer.alloc(2 * PAGE);
  const fd = fs.openSync(path, 'r');
  fs.readSync(fd, head, 0, head.length, 0);
  const { size } = fs.fstatSync(fd);
  fs.closeSync(fd);
  if (size === 0) return;
  const headers = [0, PAGE].flatMap((page) => {
    const at = head.subarray(page, page + 64).indexOf(MAGIC);
    if (at < 0) return [];
    const number = (offset: number) => Number(head.readBigUInt64LE(page + at + offset));
    return { transaction: number(TRANSACTION), bytes: (number(LAST_PAGE) + 1) * PAGE };
  });
  const newest = headers.sort((one, other) => other.transaction - one.transaction)[0];
  if (!newest) throw new Error(`${path} is no data file, or its first bytes are damaged. Restore a backup.`);
  if (size < newest.bytes)
    throw new Error(`${path} was cut short: ${size} of ${newest.bytes} bytes are left. Restore a backup.`);
}

/** Opens one file. Its keys are strings of one character per byte. */
export function openEnvironment(open: Lmdb, path: string, isDurable: boolean): Environment {
  const db = open<Buffer, string>({
    path,
    noSubdir: true,
    encoding: 'binary',
    mapSize: ADDRESSES,
    pageSize: PAGE,
    maxDbs: 0,
    overlappingSync: false,
    noSync: !isDurable,
    keyEncoder: {
      writeKey(key: string, target: Buffer, at: number) {
        // lmdb then uses a larger buffer
        if (at + key.length > target.length) throw new RangeError('key');
        return at + target.write(key, at, 'latin1');
      },
      readKey: (source: Buffer, start: number, end: number) => source.toString('latin1', start, end),
    },
  } as Parameters<Lmdb>[0] & { path: string }) as Environment;
  // lmdb creates them for the group, too
  for (const file of [path, `${path}-lock`]) fs.chmodSync(file, 0o600);
  return db;
}
