import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { STREAM_BEAT_MS } from '@flint/contracts/offer-events';
import { boundHalfOpen } from './half-open';

/** Limits for slow, idle and half-open clients (decisions/009). An upload of 1 MB fits a line of 20 kB/s. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};
/** A client that reads nothing for this long is disconnected; a stream survives one late beat. */
const SILENCE_MS = 2 * STREAM_BEAT_MS + 5_000;
/** How long a refused client may read the refusal before the connection closes. */
const REFUSED_BODY_MS = 2_000;
const GRACE_MS = 8_000;

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Ends a stream with its last chunk, then closes the connection; an abrupt end would log an error on the page's console. */
function endStream(response: ServerResponse): void {
  const { socket } = response;
  // later writes by the route are ignored
  response.on('error', () => undefined);
  response.end(() => socket?.end());
}

/** Closes the connection soon after a response that was sent before the request had arrived. */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.on('finish', () => {
    if (!request.complete) setTimeout(() => request.destroy(), REFUSED_BODY_MS).unref();
  });
}

interface Stop {
  /** How long to continue while /health/ready answers 503, so that the load balancer stops sending requests. */
  readonly announceMs?: number;
  /** Time for running requests; then their connections are closed. */
  readonly graceMs?: number;
}

export interface GracefulServer {
  readonly server: Server;
  /** Accepts no new connections, finishes running requests, and ends event streams (their clients reconnect elsewhere). */
  stop(options?: Stop): Promise<void>;
}

/** An http server that limits slow clients and stops without failing a request. */
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
