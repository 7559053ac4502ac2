import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGracefulServer, type GracefulServer } from '@flint/services/graceful-server';

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:4300`, without a final slash. */
  readonly url: string;
  /** Waits for responses in progress, then resolves. */
  readonly close: GracefulServer['stop'];
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on; default: this machine only. */
  readonly host?: string;
  /** The server's name in the error, e.g. 'the offers remote'. */
  readonly name: string;
  /** The setting of the port; default: PORT. */
  readonly setting?: string;
}

const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop the program that uses it, or choose another port',
  EACCES: 'is for administrators of this machine. Choose another port',
};
/** Ports below it are for administrators. */
const FIRST_FREE = 1_024;

/** A port that this process cannot have; the message says why, and what to do. */
export class PortError extends Error {
  constructor(why: string, { port, name, setting = 'PORT' }: ListenOptions) {
    const other = port < FIRST_FREE ? port + 8_000 : Math.min(port, 65_000) + 100;
    super(`Port ${port}, wanted by ${name}, ${why}: ${setting}=${other} npm start.`);
  }
}

/** Starts an HTTP server; resolves once it accepts connections. Throws PortError if it cannot have the port. */
export async function listen(listener: RequestListener, options: ListenOptions): Promise<Listening> {
  const { port, host = '127.0.0.1' } = options;
  const { server, stop } = createGracefulServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = REFUSALS[error.code ?? ''];
      reject(why ? new PortError(why, options) : error);
    });
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    server,
    port: actual,
    url: `http://${shown}:${actual}`,
    close: stop,
  };
}

/** Throws PortError for the first port that it cannot have. */
export async function assertFree(host: string, ports: readonly Omit<ListenOptions, 'host'>[]): Promise<void> {
  for (const wanted of ports) {
    const { close } = await listen((_request, response) => response.end(), { host, ...wanted });
    await close({ graceMs: 0 });
  }
}
