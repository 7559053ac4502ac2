import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where finished pictures are kept; keys are made by the server and hold letters, digits, '-', '/' and '.' only. */
export interface FileStore {
  /** Stores a whole file or nothing. Rejects with code ENOSPC when there is no room. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null. */
  read(key: string): Promise<Buffer | null>;
  /** Removes every file below a prefix; absent ones are fine. */
  removeAll(prefix: string): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9.-]*)?$/;

/** Files in a folder of this machine: written beside, flushed, then renamed, so that no half file is ever visible. */
export function diskFileStore(root: string): FileStore {
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a key of this store');
    return path.join(root, key);
  };
  return {
    async write(key, bytes) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const temporary = `${file}.part`;
      try {
        const handle = await open(temporary, 'w', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async read(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    removeAll: (prefix) => rm(fileOf(prefix), { recursive: true, force: true }),
  };
}
