import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

interface Owner {
  readonly pid?: number;
  readonly start?: string;
}

/** The start time of the process, to detect a reused process id; empty without /proc. */
function startOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, start }: Owner): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return start === startOf(pid);
}

function ownerIn(file: string): Owner {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Owner;
  } catch {
    return {};
  }
}

function take(file: string): boolean {
  const me = JSON.stringify({ pid: process.pid, start: startOf(process.pid) });
  try {
    fs.writeFileSync(file, me, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Locks the folder for this process and returns how to unlock it; throws one sentence if another process holds it. */
export function lockFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'owner.lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    if (take(file)) return () => fs.rmSync(file, { force: true });
    const owner = ownerIn(file);
    if (isAlive(owner)) {
      throw new Error(
        `The data folder ${folder} is already in use by process ${owner.pid}. Stop that process or choose another folder.`,
      );
    }
    try {
      const stale = `${file}.${randomUUID()}`;
      fs.renameSync(file, stale);
      fs.rmSync(stale);
    } catch {
      continue; // another process removed the stale lock
    }
  }
  throw new Error(`Could not lock the data folder ${folder}`);
}
