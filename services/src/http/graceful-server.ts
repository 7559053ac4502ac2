import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { boundHalfOpen } from './half-open';

/** Limits that end slow, idle and half-open clients (decisions/012). An upload of 1 MB fits a line of 20 kB/s. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};
/** A client that reads nothing at all is let go. */
const SILENCE_MS = 25_000;
/** An event stream with no news writes this often, or its connection would be taken for dead. */
export const STREAM_BEAT_MS = SILENCE_MS - 5_000;
/** A refused client may finish reading the refusal, but not go on sending what was refused. */
const REFUSED_BODY_MS = 2_000;
const GRACE_MS = 8_000;

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Ends a stream with its last chunk and closes its connection: one that breaks off is an error on the page's console. */
function endStream(response: ServerResponse): void {
  const { socket } = response;
  // what its route writes from now on comes too late
  response.on('error', () => undefined);
  response.end(() => socket?.end());
}

/** Closes the connection soon when an answer went out while its request was still arriving. */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.on('finish', () => {
    if (!request.complete) setTimeout(() => request.destroy(), REFUSED_BODY_MS).unref();
  });
}

interface Stop {
  /** How long to go on serving while saying 503 at /health/ready, so that a balancer looks elsewhere first. */
  readonly announceMs?: number;
  /** Answers under way get this long; then their connections are cut. */
  readonly graceMs?: number;
}

export interface GracefulServer {
  readonly server: Server;
  /** Takes no new connections, lets answers under way finish, ends event streams (their clients come back elsewhere). */
  stop(options?: Stop): Promise<void>;
}

/** An http server with limits on slow clients that can stop without failing a request. */
export function createGracefulServer(listener: RequestListener): GracefulServer {
  const open = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer(LIMITS, (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    dropUnreadBody(request, response);
    if (stopping) {
      response.setHeader('connection', 'close');
      if (request.url?.startsWith('/health/ready')) {
        response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end('{"status":"stopping"}');
        return;
      }
    }
    listener(request, response);
  });
  boundHalfOpen(server);
  server.setTimeout(SILENCE_MS);
  return {
    server,
    async stop({ announceMs = 0, graceMs = GRACE_MS } = {}) {
      stopping = true;
      if (announceMs > 0) await new Promise((resolve) => setTimeout(resolve, announceMs));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of open) {
        if (isStream(response)) endStream(response);
        else if (!response.headersSent) response.setHeader('connection', 'close');
      }
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}
