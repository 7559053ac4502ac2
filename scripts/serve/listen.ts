import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGracefulServer, type GracefulServer } from '@flint/services/graceful-server';

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:4300`, without a slash at the end. */
  readonly url: string;
  /** Lets answers under way finish, then resolves. */
  readonly close: GracefulServer['stop'];
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen on; this machine only unless told otherwise. */
  readonly host?: string;
  /** Said in the error when the port is taken, e.g. 'the offers remote'. */
  readonly name: string;
}

/** A port that another program holds; the message says which and what to do. */
export class PortInUseError extends Error {
  readonly code = 'EADDRINUSE';
  constructor(
    readonly port: number,
    name: string,
  ) {
    super(
      `Port ${port}, wanted by ${name}, is in use. Stop the program that uses it, or choose another port.`,
    );
  }
}

/** Starts an HTTP server and resolves once it accepts connections. Throws PortInUseError when the port is taken. */
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

/** Path of a request without its query; never throws, whatever was sent. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split(/[?#]/, 1)[0] || '/';
