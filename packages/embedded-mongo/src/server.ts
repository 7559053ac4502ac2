import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cursors } from './commands/cursors';
import { Store } from './store';
import { Server } from './wire';

export interface ServerOptions {
  /** Folder that holds everything; without one the data lives in a temporary folder and goes with the server. */
  readonly dataDir?: string;
  /** 0 (the default) takes any free port; always on 127.0.0.1. */
  readonly port?: number;
}

export interface RunningServer {
  /** `mongodb://127.0.0.1:<port>/` */
  readonly origin: string;
  close(): Promise<void>;
}

/** Opens the folder and listens, in this thread. */
export async function startServer({ dataDir, port = 0 }: ServerOptions): Promise<RunningServer> {
  const dir = dataDir ?? mkdtempSync(path.join(tmpdir(), 'embedded-mongo-'));
  const store = new Store(dir, { durability: dataDir ? 'journal' : 'none' });
  const server = new Server(store);
  server.cursors = new Cursors();
  const origin = await server.listen({ port });
  return {
    origin,
    async close() {
      await server.close();
      if (!dataDir) rmSync(dir, { recursive: true, force: true });
    },
  };
}
