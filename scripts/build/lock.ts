import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const POLL_MS = 200;
const BEAT_MS = 5_000;
/** An owner that is silent for this long is dead, even if another process has its id now. */
const SILENT_MS = 60_000;

/** Runs `work` while no other process of this machine builds; takes over a dead process's lock. */
export async function withBuildLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dir, 'build.lock');
  await mkdir(dir, { recursive: true });
  while (!(await acquire(file))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(file, { force: true });
  }
}

async function acquire(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  const isSilent = Date.now() - mtimeMs > SILENT_MS;
  if ((owner > 0 && !isAlive(owner)) || isSilent) await rm(file, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
