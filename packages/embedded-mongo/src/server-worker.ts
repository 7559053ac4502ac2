import { parentPort, workerData } from 'node:worker_threads';
import { startServer, type ServerOptions } from './server';

/** The server in a worker thread: posts `origin` or `failed`, and ends on the first message. */
async function run() {
  const port = parentPort;
  if (!port) throw new Error('worker.ts runs as a worker thread only');
  // a worker's messages have no origin to name
  const say: (message: object) => void = port.postMessage.bind(port);
  try {
    const server = await startServer(workerData as ServerOptions);
    port.once('message', () => void server.close().then(() => port.close()));
    say({ origin: server.origin });
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
    port.close();
  }
}

await run();
