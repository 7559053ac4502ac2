/** `npm run bench -- reseal [students]`: everything of a campus is sealed under another data key, as `npx flint operate data-keys rotate` does. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { connectMongo, createLog, readEnv, systemClock, type Deps } from '../src/index';
import { runDataKeys } from '../src/data-keys-command';
import { ensureIndexes, joinWhole } from '../src/operations/index';
import { seedCampus } from '../seed/index';

const GOAL_SECONDS = 600;
const [students = 50_000] = process.argv.slice(2).map(Number);
const out = (line: string) => process.stdout.write(`${line}\n`);
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

const dir = await mkdtemp(path.join(tmpdir(), 'flint-bench-'));
const server = await startEmbeddedMongo({ dataDir: path.join(dir, 'db'), inWorker: true });
const db = await connectMongo(server.uriFor('campus'));
const secret = randomBytes(32);
const [old, fresh] = [keyOf('k1'), keyOf('k2')];
const asProcess = async (DATA_KEYS: string, work: (deps: Deps) => Promise<unknown>) => {
  const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dir, DATA_KEYS });
  const deps = { env, db, clock: systemClock, log: createLog('silent'), secret, dataDir: dir };
  const leave = await joinWhole(deps);
  await work(deps).finally(leave);
};
try {
  await asProcess(old, async (deps) => {
    await ensureIndexes(deps);
    await seedCampus(deps, { students });
  });
  const said: string[] = [];
  let started = 0;
  await asProcess(`${old},${fresh}`, async (deps) => {
    started = performance.now();
    const code = await runDataKeys(deps, ['rotate', 'k2'], (line) => said.push(line));
    if (code !== 0) throw new Error(said.join('\n'));
  });
  const seconds = (performance.now() - started) / 1_000;
  const fields = Number(/(\d+) fields were sealed/.exec(said.join('\n'))?.[1]);
  out('students | sealed fields | s | fields a second');
  out([students, fields, seconds.toFixed(1), Math.round(fields / seconds)].join(' | '));
  const isMet = seconds <= GOAL_SECONDS;
  out(`at most ${GOAL_SECONDS} s: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
} finally {
  await db.close();
  await server.close();
  await rm(dir, { recursive: true, force: true });
}
