import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections per address that have not sent a whole request head. */
export const HEADS_MAX = 256;

/** A connection younger than this is never closed for others. In milliseconds. */
const YOUNG_MS = 1_000;

/**
 * Limits the connections per address that have sent no request. New connections are not refused: above the limit the ones that have waited
 * longest are closed, so honest clients behind the same address go on.
 */
export function boundHalfOpen(server: Server, max = HEADS_MAX): void {
  /** By address, oldest first: the start of each wait, on the clock of performance.now(). */
  const waiting = new Map<string, Map<Socket, number>>();
  const settle = (socket: Socket, address: string) => {
    const own = waiting.get(address);
    own?.delete(socket);
    if (own?.size === 0) waiting.delete(address);
  };
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const own = waiting.get(address) ?? new Map<Socket, number>();
    waiting.set(address, own.set(socket, performance.now()));
    socket.once('close', () => settle(socket, address));
  });
  // a connection whose head arrived is no longer half open
  server.prependListener('request', ({ socket }) => settle(socket, socket.remoteAddress ?? ''));
  const sweep = setInterval(() => {
    const before = performance.now() - YOUNG_MS;
    for (const [address, own] of waiting) {
      for (const [socket, since] of own) {
        if (own.size <= max || since > before) break;
        settle(socket, address);
        socket.destroy();
      }
    }
  }, YOUNG_MS / 2);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}
