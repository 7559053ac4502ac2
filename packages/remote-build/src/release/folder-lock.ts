import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';

const POLL_MS = 20;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

interface Options {
  /** The owner of a lock that was not touched for this long is dead. */
  readonly silentMs?: number;
  /** Whether all owners are processes of this machine, so that one that ended is seen at once. */
  readonly isLocal?: boolean;
}

/** Whether the process that wrote a lock has ended. */
function hasEnded(token: string): boolean {
  const pid = Number.parseInt(token, 10);
  try {
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'EPERM';
  }
}

async function acquire(
  file: string,
  token: string,
  { silentMs, isLocal }: Required<Options>,
): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  const isGone = isLocal && hasEnded(await readFile(file, 'utf8').catch(() => ''));
  if (isGone || Date.now() - mtimeMs > silentMs) {
    // renamed and not removed: of several processes that find it abandoned, one succeeds
    const aside = `${file}.${token}`;
    await rename(file, aside).catch(() => undefined);
    await rm(aside, { force: true });
  }
  return false;
}

/**
 * Runs `work` while no other process, on this or another machine with the folder, holds the lock. `work` calls `stillOurs`
 * right before it changes anything: a process that slept longer than `silentMs` has lost the lock.
 */
export async function withFolderLock<T>(
  file: string,
  work: (stillOurs: () => Promise<boolean>) => Promise<T>,
  { silentMs = 10_000, isLocal = false }: Options = {},
): Promise<T> {
  const token = `${process.pid}.${randomBytes(8).toString('hex')}`;
  while (!(await acquire(file, token, { silentMs, isLocal })))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const stillOurs = async () => (await readFile(file, 'utf8').catch(() => '')) === token;
  const touch = async () => (await stillOurs()) && utimes(file, new Date(), new Date());
  const beat = setInterval(() => void touch().catch(() => undefined), silentMs / 4).unref();
  try {
    return await work(stillOurs);
  } finally {
    clearInterval(beat);
    if (await stillOurs()) await rm(file, { force: true });
  }
}
