import { parentPort, workerData } from 'node:worker_threads';
import { startServer, type ServerOptions } from './server';

// The server on a thread of its own, so that a long scan never holds up the API's event loop.
const port = parentPort!;
try {
  const server = await startServer(workerData as ServerOptions);
  port.on('message', async () => {
    await server.close();
    port.postMessage({ closed: true });
    port.close();
  });
  port.postMessage({ origin: server.origin });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  port.close();
}
