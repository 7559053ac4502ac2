import { randomBytes, randomUUID } from 'node:crypto';
import { connectMongo } from '@flint/services';
import type { Connection } from 'mongoose';
import { freePort } from '@flint/testing/free-port';
import { isLong, SEED } from '@flint/testing/long';
import { createRandom } from '../../seed/random';
import { call, startProcesses, until, type Processes, type Running } from './testing/processes';

/** 50 in `npm run test:faults`. */
const ROUNDS = Number(process.env.FLINT_KILL_ROUNDS ?? 1);
const STUDENTS = 8;
const LEASE_MS = 10_000;
const TREES = ['oak', 'elm', 'fir', 'ash', 'yew', 'fig', 'lime', 'pine', 'plum', 'pear'];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

jest.setTimeout(600_000 + ROUNDS * 60_000);

const random = createRandom(SEED);
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each) => [random.next(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);
const ids = Array.from({ length: ROUNDS + 1 }, (_, at) => `k${at}`);
const keys = ids.map((id) => `${id}:${randomBytes(32).toString('base64')}`);

let processes: Processes;
let db: Connection;
const ports: number[] = [];
const apis: Running[] = [];

/** Starts an API process with these keys, in any order. */
async function startApi(at: number, some: readonly string[] = keys): Promise<void> {
  const env = {
    DATA_KEYS: shuffled(some).join(),
    FLINT_TEST_PATIENCE: '20000',
    FLINT_TEST_LEASE: `${LEASE_MS}`,
  };
  apis[at] = await processes.api(ports[at]!, env);
  await apis[at].said('serving');
}

const rotate = (id: string) =>
  processes.command(['rotate', id], { DATA_KEYS: shuffled(keys).join(), FLINT_TEST_LEASE: `${LEASE_MS}` });

/** The ids of all keys that an answer, a list or a row of a round is sealed under. */
async function keysInUse(): Promise<string[]> {
  const found = new Set<string>();
  for (const { answers } of await db.collection('profiles').find().toArray())
    for (const sealed of Object.values(answers as object)) found.add(String(sealed).split(':')[1]!);
  for (const name of ['match_lists', 'match_pieces'])
    for (const { bytes } of await db.collection(name).find().toArray()) {
      const stored = Buffer.from(bytes.buffer);
      found.add(stored.subarray(1, 1 + stored[0]!).toString());
    }
  return [...found].sort();
}

/** A student who writes all the time, through either process. */
class Writer {
  readonly id = randomUUID();
  #token = '';
  /** What may be stored: the last acknowledged value, and those sent since without an answer. */
  #allowed = new Set<string | undefined>([undefined]);
  #isOver = false;
  acknowledged = 0;

  async run(statuses: Set<number>): Promise<void> {
    this.#token = await processes.tokenOf(this.id);
    for (let n = 0; !this.#isOver; n++) {
      // digits could be somebody's number, which is refused
      const other = [...String(n)].map((digit) => TREES[Number(digit)]).join(' ');
      const body = { answers: { religion: { value: 'other', other } } };
      this.#allowed.add(other);
      const { status } = await call(ports[n % 2]!, 'PATCH /api/v1/profile', { token: this.#token, body });
      statuses.add(status);
      if (status === 200) {
        this.#allowed = new Set([other]);
        this.acknowledged += 1;
      }
      await wait(20);
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Reads the answer through each process; it must be one that may be stored. */
  async expectKept(): Promise<void> {
    for (const port of ports) {
      const { status, body } = await call(port, 'GET /api/v1/profile', { token: this.#token });
      if (this.acknowledged > 0) expect(status).toBe(200);
      if (status === 200) expect([...this.#allowed]).toContain(body.answers.religion?.other);
    }
  }
}

beforeAll(async () => {
  processes = await startProcesses();
  await processes.database();
  db = await connectMongo(processes.uri);
  ports.push(await freePort(), await freePort());
  // the first start names the key of an empty database
  await startApi(0, [keys[0]!]);
  await apis[0]!.end('SIGTERM');
  await Promise.all([startApi(0), startApi(1)]);
});
afterAll(async () => {
  await db.close();
  await processes[Symbol.asyncDispose]();
});

describe(`a change of keys, killed at random instants, ${ROUNDS} rounds of seed ${SEED}`, () => {
  it('while two processes write, and are killed and restarted with their keys in another order - loses no acknowledged write and leaves nothing unreadable', async () => {
    const statuses = new Set<number>();
    let acknowledged = 0;
    let killed = 0;
    let took = 1_500;
    for (const id of ids.slice(1)) {
      const writers = Array.from({ length: STUDENTS }, () => new Writer());
      const writing = writers.map((writer) => writer.run(statuses));
      await wait(200);
      for (let kills = isLong ? random.int(0, 2) : 0; kills >= 0; kills--) {
        const rotation = await rotate(id);
        await wait(random.int(0, took));
        if ((await rotation.end()) === null) killed += 1;
        if (random.chance(0.5)) {
          const at = random.int(0, 1);
          await apis[at]!.end();
          await startApi(at);
        }
      }
      const started = performance.now();
      const last = await rotate(id);
      expect([await last.exit, last.output()]).toEqual([0, expect.stringContaining('may be removed')]);
      took = Math.min(performance.now() - started, 4_000);
      // still under load
      expect(await keysInUse()).toEqual([id]);
      for (const writer of writers) writer.end();
      await Promise.all(writing);
      for (const port of ports) await until(port, 'GET /health/ready', 200);
      for (const writer of writers) await writer.expectKept();
      acknowledged += writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
      expect(await keysInUse()).toEqual([id]);
    }
    // refused connections and 503 are no answers; anything else would be a mistake
    expect([...statuses].filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
    expect(acknowledged).toBeGreaterThan(ROUNDS * STUDENTS);
    for (const at of [0, 1]) {
      await apis[at]!.end('SIGTERM');
      await startApi(at, [keys.at(-1)!]);
    }
    for await (const { _id } of db.collection<{ _id: string }>('profiles').find()) {
      const token = await processes.tokenOf(_id);
      for (const port of ports) expect((await call(port, 'GET /api/v1/profile', { token })).status).toBe(200);
    }
    process.stdout.write(
      `rotation: ${ROUNDS} rounds, ${killed} killed, ${acknowledged} acknowledged writes all there, read with the last key alone\n`,
    );
  });
});
