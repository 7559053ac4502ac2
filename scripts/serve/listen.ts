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
}

/** A port in use by another program; the message says which, and what to do. */
export class PortInUseError extends Error {
  readonly code = 'EADDRINUSE';
  constructor(
    readonly port: number,
    name: string,
  ) {
    super(
      `Port ${port}, wanted by ${name}, is in use. Stop the program that uses it, or choose another port: PORT=${Math.min(port, 65_000) + 100} npm start.`,
    );
  }
}

/** Starts an HTTP server; resolves once it accepts connections. Throws PortInUseError if the port is taken. */
export async function listen(listener: RequestListener, options: ListenOptions): Promise<Listening> {
  const { port, host = '127.0.0.1', name } = options;
  const { server, stop } = createGracefulServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port, name) : error),
    );
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

/** Throws PortInUseError for the first port that is taken. */
export async function assertFree(host: string, ports: readonly (readonly [number, string])[]): Promise<void> {
  for (const [port, name] of ports) {
    const { close } = await listen((_request, response) => response.end(), { port, host, name });
    await close({ graceMs: 0 });
  }
}
