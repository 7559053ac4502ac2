/** `npm run bench -- backup [few] [many]`: time and memory of a backup and of its restore, with a picture in two sizes for most students. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { startChild } from './child';
import type { Done, Task } from './backup-process';

/** Memory may not grow with the number of students; the rest is noise of the collector. */
const MEMORY_GROWTH = 1.25;
const [few = 5_000, many = 50_000] = process.argv.slice(2).map(Number);
const out = (line: string) => process.stdout.write(`${line}\n`);

async function measure(students: number): Promise<Record<Task, Done>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'flint-bench-'));
  const server = await startEmbeddedMongo({ dataDir: path.join(dir, 'db'), inWorker: true });
  const secret = randomBytes(32).toString('hex');
  const run = async (task: Task, name: string) => {
    const args = [task, server.uriFor(name), path.join(dir, name), path.join(dir, 'backup'), secret];
    return (await startChild<Done>('./backup-process.ts', [...args, String(students)])).ready;
  };
  try {
    const seed = await run('seed', 'campus');
    const backup = await run('backup', 'campus');
    return { seed, backup, restore: await run('restore', 'restored') };
  } finally {
    await server.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const results = [];
for (const students of [few, many]) results.push({ students, ...(await measure(students)) });
out('students | documents | picture files | backup s | its memory MB | restore s | its memory MB');
for (const { students, backup, restore } of results)
  out(
    [
      students,
      backup.documents,
      backup.pictures,
      backup.seconds.toFixed(1),
      Math.round(backup.megabytes),
      restore.seconds.toFixed(1),
      Math.round(restore.megabytes),
    ].join(' | '),
  );
const [least, most] = results as [(typeof results)[0], (typeof results)[0]];
for (const task of ['backup', 'restore'] as const) {
  const growth = most[task].megabytes / least[task].megabytes;
  const isFlat = growth <= MEMORY_GROWTH;
  out(
    `memory of ${task}: ${growth.toFixed(2)} times at ${most.students} (goal ${MEMORY_GROWTH}): ${isFlat ? 'met' : 'MISSED'}`,
  );
  if (!isFlat) process.exitCode = 1;
}
