import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ADDRESS_FILE, startServer, type RunningServer, type ServerOptions } from './server';

export interface EmbeddedMongoOptions extends Pick<ServerOptions, 'dataDir' | 'sweepEvery'> {
  /** Runs in a worker thread, so that a long scan does not block this one. */
  readonly inWorker?: boolean;
  /** Called if the worker ends by itself; by default this process fails with it. */
  readonly onCrash?: (error: Error) => void;
}

export interface EmbeddedMongo {
  readonly uri: string;
  /** The address of one database. */
  uriFor(database: string): string;
  close(): Promise<void>;
}

interface Message {
  readonly origin?: string;
  readonly failed?: string;
}

const fail = (error: Error) => {
  throw error;
};

async function startWorker(
  options: ServerOptions,
  onCrash: (error: Error) => void = fail,
): Promise<RunningServer> {
  const worker = new Worker(new URL('./server-worker.mjs', import.meta.url), { workerData: options });
  let crash: Error | undefined;
  const started = new Promise<string>((resolve, reject) => {
    worker.on('error', (error) => {
      crash = error;
      reject(error);
    });
    worker.on('message', ({ origin, failed }: Message) => {
      if (origin !== undefined) resolve(origin);
      else if (failed !== undefined) reject(new Error(failed));
    });
  });
  const origin = await started;
  const crashed = () => onCrash(new Error('The embedded database stopped.', { cause: crash }));
  worker.once('exit', crashed);
  return {
    origin,
    async close() {
      worker.off('exit', crashed);
      const exited = once(worker, 'exit');
      worker.postMessage('close', []);
      await exited;
    },
  };
}

/** Starts the server for mongoose and the driver on this machine. Rejects with one sentence. */
export async function startEmbeddedMongo({
  inWorker = false,
  onCrash,
  ...options
}: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const { origin, close } = inWorker ? await startWorker(options, onCrash) : await startServer(options);
  const uriFor = (database: string) => `${origin}${database}?directConnection=true`;
  return { uri: uriFor(''), uriFor, close };
}

/** The address of one database of the server that runs on a folder, in any process; undefined without one. */
export function runningUri(dataDir: string, database: string): string | undefined {
  const note = path.join(dataDir, ADDRESS_FILE);
  return existsSync(note) ? `${readFileSync(note, 'utf8')}${database}?directConnection=true` : undefined;
}
