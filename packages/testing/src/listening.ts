import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server on any free port of this machine. */
export interface Listening {
  readonly port: number;
  readonly url: string;
  /** Cuts the connections of an HTTP server, and resolves when the server is closed. */
  close(): Promise<void>;
}

/** Starts a server; resolves when it accepts connections. */
export async function listening(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      if (server instanceof HttpServer) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
