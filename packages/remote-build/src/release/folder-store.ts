import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { withFolderLock } from './folder-lock';
import type { ReleaseStore, Stored } from './store';

const etagOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const absent = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
};

async function readStored(file: string): Promise<Stored | null> {
  const bytes = await readFile(file).catch(absent);
  return bytes && { bytes, etag: etagOf(bytes) };
}

/** Releases in a local or shared folder. */
export function folderStore(dir: string): ReleaseStore {
  /** Whoever serves the folder, such as a web server or a container with a user of its own, must be able to read it; not what it lies in. */
  async function makeFolderOf(file: string): Promise<void> {
    await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
  }
  const fileOf = (key: string) => join(dir, ...key.split('/'));

  /** Writes a temporary file and renames it: a reader sees the old or the new file, never a part. */
  async function put(file: string, bytes: Uint8Array): Promise<void> {
    const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    await makeFolderOf(file);
    await writeFile(draft, bytes, { flush: true });
    await rename(draft, file);
  }

  return {
    place: dir,
    read: (key) => readStored(fileOf(key)),
    write: (key, bytes) => put(fileOf(key), bytes),
    async writeIf(key, bytes, etag) {
      const file = fileOf(key);
      await makeFolderOf(file);
      return withFolderLock(`${file}.lock`, async (stillOurs) => {
        const now = await readStored(file);
        if ((now?.etag ?? null) !== etag || !(await stillOurs())) return false;
        await put(file, bytes);
        return true;
      });
    },
    async list(prefix) {
      const entries = await readdir(fileOf(prefix), { recursive: true, withFileTypes: true }).catch(absent);
      const files = (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const listed = await Promise.all(
        files.map(async (file) => {
          const info = await stat(file).catch(absent);
          return info && { key: relative(dir, file).split(sep).join('/'), at: info.mtime };
        }),
      );
      return listed.filter((each) => each !== null);
    },
    remove: (prefix) => rm(fileOf(prefix), { recursive: true, force: true }),
  };
}
