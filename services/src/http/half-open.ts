import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of one address that have not sent a whole head of a request yet. */
export const HEADS_MAX = 256;

/**
 * Bounds the connections of one address that hold a place and ask for nothing. Nobody is refused: the one that has waited longest gives
 * way, so that honest ones behind the same address go on.
 */
export function boundHalfOpen(server: Server, max = HEADS_MAX): void {
  const waiting = new Map<string, Set<Socket>>();
  const settled = (socket: Socket, address: string) => {
    const own = waiting.get(address);
    own?.delete(socket);
    if (own?.size === 0) waiting.delete(address);
  };
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const own = waiting.get(address) ?? new Set();
    waiting.set(address, own.add(socket));
    const [oldest] = own;
    if (own.size > max && oldest) {
      settled(oldest, address);
      oldest.destroy();
    }
    socket.once('close', () => settled(socket, address));
  });
  // every head that arrived: whoever sends it is no longer half open
  server.prependListener('request', ({ socket }) => settled(socket, socket.remoteAddress ?? ''));
}
