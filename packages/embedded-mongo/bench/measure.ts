import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import mongoose, { type Model } from 'mongoose';
import { startEmbeddedMongo } from '../src/index';
import type { Operation } from './operations';
import { entriesOn, entry, type Entry } from './shape';

const BATCH = 1000;

export interface Side {
  readonly size: number;
  readonly entries: Model<Entry>;
  readonly close: () => Promise<void>;
}

/** A server on the folder, in a worker thread as in `npm start`. */
export async function openSide(folder: string, size: number): Promise<Side> {
  const server = await startEmbeddedMongo({ dataDir: folder, inWorker: true });
  const connection = await mongoose.createConnection(server.uriFor('bench')).asPromise();
  const entries = entriesOn(connection);
  await entries.init();
  const close = async () => {
    await connection.close();
    await server.close();
  };
  return { size, entries, close };
}

export async function fill({ entries, size }: Side) {
  for (let from = 0; from < size; from += BATCH) {
    await entries.insertMany(
      Array.from({ length: BATCH }, (_, at) => entry(from + at)),
      { rawResult: true },
    );
  }
}

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Milliseconds for one operation on each side: medians of alternating rounds, so that both have the same load. */
export async function compareSides(
  { run }: Operation,
  sides: readonly Side[],
  rounds = 15,
  perRound = 40,
): Promise<number[]> {
  const times = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, { entries, size }] of sides.entries()) {
      const started = performance.now();
      for (let turn = 0; turn < perRound; turn++) await run(entries, size, round * perRound + turn);
      times[at]?.push((performance.now() - started) / perRound);
    }
  }
  return times.map(median);
}

export interface Probe {
  readonly startMs: number;
  readonly startCpuMs: number;
  readonly memory: number;
  readonly documents: number;
  /** Bytes of the documents only. */
  readonly bytes: number;
  /** Processor time of one read by _id, from message to reply. */
  readonly readMicros: number;
  /** Of the whole process after the start; lmdb maps the file, and the system counts the pages that were read. */
  readonly rss: number;
}

/** Processor time of one operation in microseconds: client, driver, sockets and server together. */
export async function processorTime(
  { run }: Operation,
  { entries, size }: Side,
  turns = 1000,
): Promise<number> {
  const from = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) await run(entries, size, turn);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / turns;
}

/** Time and memory of opening the folder, in a process that does nothing else. */
export async function probe(folder: string, size: number): Promise<Probe> {
  const file = path.join(import.meta.dirname, 'probe.ts');
  const args = ['--expose-gc', '--import', 'tsx', file, folder, String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Probe;
}
