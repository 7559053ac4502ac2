import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of one address that have not sent a whole head of a request yet. */
export const HEADS_MAX = 256;

/** A head needs a moment: that long nobody gives way, however many arrive together. In milliseconds. */
const YOUNG_MS = 1_000;

/**
 * Bounds the connections of one address that hold a place and ask for nothing. Nobody is refused: above the bound, those that have waited
 * longest give way, so that honest ones behind the same address, a proxy's for instance, go on.
 */
export function boundHalfOpen(server: Server, max = HEADS_MAX): void {
  /** By address, oldest first: since when each waits, on the clock of performance.now(). */
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
  // every head that arrived: whoever sends it is no longer half open
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
