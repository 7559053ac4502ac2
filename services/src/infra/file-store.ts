import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { absent } from './absent';

/** Stores whole files: finished pictures, the journal. The server makes the keys: letters, digits, '-', '/' and '.' only. */
export interface FileStore {
  /** Stores a whole file or nothing. Rejects with code ENOSPC when the store is full. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null. */
  read(key: string): Promise<Buffer | null>;
  /** Deletes every file below a prefix, if any. */
  removeAll(prefix: string): Promise<void>;
  /** The key of every file, or of those at and after a key. */
  list(from?: string): AsyncIterable<string>;
  /** Where browsers upload directly; absent if uploads pass through this server. */
  readonly inbox?: Inbox;
}

/** Unprocessed uploads: readable by the server alone, deleted once processed or after a day. */
export interface Inbox {
  /** A signed address for PUTs of one key with exactly this type. */
  addressOf(key: string, wish: { readonly type: string; readonly seconds: number }): Promise<string>;
  /** That address without its query. */
  urlOf(key: string): string;
  /** The key in such an address; null for any other text. */
  keyOf(url: string): string | null;
  /** The uploaded bytes, or null. Rejects with FileTooLarge, without reading, above `most` bytes. */
  read(key: string, most: number): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  removeOlderThan(instant: Date): Promise<void>;
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9.-]*)?$/;

/** The files below a folder, one folder after the other: a campus has more pictures than should be in memory at once. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  // no file was written yet, or the last one was removed meanwhile
  const entries = await readdir(folder, { withFileTypes: true }).catch(absent);
  for (const entry of entries ?? []) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else if (entry.isFile()) yield file;
  }
}

/** Returns the key; throws if it could leave the folder of this store. */
export function safeKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of this store');
  return key;
}

/** Flushes which files a folder has: only then a new or renamed one outlives a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Writes a file and flushes it to the disk. */
export async function writeFlushed(
  file: string,
  bytes: Uint8Array | string,
  flag: 'w' | 'wx',
): Promise<void> {
  const handle = await open(file, flag, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files in a local folder: written to a temporary name, flushed, then renamed, so no partial file is visible. */
export function diskFileStore(root: string): FileStore {
  const fileOf = (key: string) => path.join(root, safeKey(key));
  return {
    async write(key, bytes) {
      const file = fileOf(key);
      const folder = path.dirname(file);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const each of made ? [path.dirname(made), root] : []) await flushFolder(each);
      const temporary = `${file}.part`;
      try {
        await writeFlushed(temporary, bytes, 'w');
        await rename(temporary, file);
        await flushFolder(folder);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    read: async (key) => readFile(fileOf(key)).catch(absent),
    removeAll: async (prefix) => rm(fileOf(prefix), { recursive: true, force: true }),
    async *list(from = '') {
      for await (const file of filesIn(root)) {
        const key = path.relative(root, file).replaceAll(path.sep, '/');
        if (key >= from && !key.endsWith('.part')) yield key;
      }
    },
  };
}
