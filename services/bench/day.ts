/** `npm run bench -- day [students]`: requests, bytes and processor time of a student's day, by route, through the whole stack. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { startChild, stopChild } from './child';
import type { Marked, Ready } from './scale-process';

const VIEWERS = 100;
const ROUNDS = 4;
const AT_ONCE = 8;
/** Three in ten students visit on a day, four times each. */
const VISITS = 0.3 * 4;
/** What a visit asks for. */
const VISIT: readonly (readonly [route: string, times: number])[] = [
  ['GET /config', 2],
  ['GET /profile', 2],
  ['GET /availability', 1],
  ['GET /photos', 3],
  ['GET /matches', 2],
  ['GET /offers', 6],
  ['PATCH /profile', 0.2],
];
const BODIES: Readonly<Record<string, unknown>> = { 'PATCH /profile': { answers: {} } };
/** Without pictures, which the browser keeps. */
const GOAL_BYTES = 100_000;

async function mark(child: ChildProcess): Promise<Marked> {
  child.send('mark');
  return ((await once(child, 'message')) as [Marked])[0];
}

async function ask({ url }: Ready, token: string, route: string): Promise<number> {
  const [method = '', at = ''] = route.split(' ');
  const body = BODIES[route];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1${at}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}`);
  return bytes;
}

/** Every student asks for a route, some at a time; returns the bytes of all answers. */
async function askAll(ready: Ready, route: string): Promise<number> {
  let bytes = 0;
  const tokens = ready.tokens.slice(0, VIEWERS).values();
  const worker = async () => {
    for (const token of tokens) {
      const received = await ask(ready, token, route);
      bytes += received;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return bytes;
}

/** Runs the benchmark and prints it. Returns whether the goal was met. */
async function run([students = '5000']: readonly string[] = []): Promise<boolean> {
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const args = [students, randomBytes(32).toString('hex')];
  const database = await startChild<Ready>('scale-process.ts', args);
  const { child, ready } = await startChild<Ready>('scale-process.ts', [...args, database.ready.uri]);
  for (const [route] of VISIT) await askAll(ready, route);
  out(`${students} students; a day of one: ${VISITS} visits`);
  out('| request | a day | bytes | ms of the API’s thread |');
  out('| --- | ---: | ---: | ---: |');
  const day = { requests: 0, bytes: 0, milliseconds: 0 };
  for (const [route, times] of VISIT) {
    const before = await mark(child);
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) bytes += await askAll(ready, route);
    const after = await mark(child);
    const count = ROUNDS * VIEWERS;
    const each = { bytes: bytes / count, milliseconds: (after.activeMs - before.activeMs) / count };
    const requests = times * VISITS;
    day.requests += requests;
    day.bytes += requests * each.bytes;
    day.milliseconds += requests * each.milliseconds;
    out(`| ${route} | ${requests.toFixed(1)} | ${each.bytes.toFixed(0)} | ${each.milliseconds.toFixed(1)} |`);
  }
  for (const each of [child, database.child]) await stopChild(each);
  const isMet = day.bytes <= GOAL_BYTES;
  out(`| in all | ${day.requests.toFixed(1)} | ${day.bytes.toFixed(0)} | ${day.milliseconds.toFixed(1)} |`);
  out(`bytes of a day: goal ${GOAL_BYTES}: ${isMet ? 'met' : 'MISSED'}`);
  return isMet;
}

process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
