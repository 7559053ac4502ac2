import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Work under the lock takes milliseconds; a lock this old belongs to a dead process. */
const ABANDONED_MS = 10_000;
const POLL_MS = 20;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

async function acquire(file: string, token: string): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > ABANDONED_MS) {
    // renamed and not removed: of several processes that find it abandoned, one succeeds
    const aside = `${file}.${token}`;
    await rename(file, aside).catch(() => undefined);
    await rm(aside, { force: true });
  }
  return false;
}

/**
 * Runs `work` while no other process, on this or another machine with the folder, holds the lock. `work` calls `stillOurs`
 * right before it changes anything: a process that slept longer than ABANDONED_MS has lost the lock.
 */
export async function withFolderLock<T>(
  file: string,
  work: (stillOurs: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const token = randomBytes(8).toString('hex');
  while (!(await acquire(file, token))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const stillOurs = async () => (await readFile(file, 'utf8').catch(() => '')) === token;
  try {
    return await work(stillOurs);
  } finally {
    if (await stillOurs()) await rm(file, { force: true });
  }
}
