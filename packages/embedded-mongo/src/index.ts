import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startServer, type RunningServer, type ServerOptions } from './server';

export interface EmbeddedMongoOptions extends ServerOptions {
  /** Runs on a worker thread; registers tsx there by itself. */
  readonly inWorker?: boolean;
}

export interface EmbeddedMongo {
  readonly uri: string;
  /** The address of one database. */
  uriFor(database: string): string;
  close(): Promise<void>;
}

type Message = { readonly origin?: string; readonly failed?: string };

async function startWorker(options: ServerOptions): Promise<RunningServer> {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: options });
  const [message] = (await once(worker, 'message')) as [Message];
  if (message.origin === undefined) throw new Error(message.failed ?? 'The database did not start.');
  return {
    origin: message.origin,
    async close() {
      worker.postMessage('close');
      await once(worker, 'message');
      await worker.terminate();
    },
  };
}

/** Starts the server: real mongoose and the real driver talk to it over the wire on 127.0.0.1. Rejects with one sentence. */
export async function startEmbeddedMongo({
  inWorker = false,
  ...options
}: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const { origin, close } = inWorker ? await startWorker(options) : await startServer(options);
  const uriFor = (database: string) => `${origin}${database}?directConnection=true`;
  return { uri: uriFor(''), uriFor, close };
}
