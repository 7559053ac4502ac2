/** `npm run bench -- streams [count]`: processor time and memory of one API process with idle event streams. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabaseProgram } from '@flint/testing/program';
import { startChild, stopChild } from './child';
import type { Measured, Place } from './streams-process';

const GOAL = { cores: 0.05, megabytes: 250 };
/** Until new streams are no longer asked about. */
const SETTLE_MS = 15_000;
const IDLE_MS = 60_000;

/** Opens a stream; resolves with its first event. */
async function open(url: string, token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${url}/api/v1/offers/events`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`);
  await once(response, 'data');
  return response.resume();
}

/** Runs the benchmark and prints it. Returns whether the goals were met. */
async function run([count = '5000']: readonly string[] = []): Promise<boolean> {
  const database = await startDatabaseProgram();
  const uri = Object.assign(new URL(database.uri), { pathname: '/streams' }).href;
  const place: Place = { uri, secret: randomBytes(32).toString('hex') };
  const start = <Said>(students?: number) =>
    startChild<Said>('streams-process.ts', [JSON.stringify([place, students])]);
  const filling = await start<readonly string[]>(Number(count));
  await stopChild(filling.child);
  const { child, ready: url } = await start<string>();
  const measure = async (): Promise<Measured> => {
    child.send('measure');
    return ((await once(child, 'message')) as [Measured])[0];
  };
  const before = await measure();
  let ended = 0;
  for (const token of filling.ready) (await open(url, token)).once('close', () => (ended += 1));
  await sleep(SETTLE_MS);
  await measure();
  await sleep(IDLE_MS);
  const { cpuMicroseconds, megabytes } = await measure();
  const lost = ended;
  await stopChild(child);
  await database.stop();
  const cores = cpuMicroseconds / 1000 / IDLE_MS;
  const added = megabytes - before.megabytes;
  const isMet = cores <= GOAL.cores && added <= GOAL.megabytes && lost === 0;
  process.stdout.write(
    `${count} idle event streams for ${IDLE_MS / 1000} s: ${cores.toFixed(3)} cores (goal ${GOAL.cores}), ` +
      `${added.toFixed(0)} MB more than the ${before.megabytes.toFixed(0)} without them (goal ${GOAL.megabytes}), ${lost} ended\n`,
  );
  return isMet;
}

process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
