import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A service that a drill takes away and brings back at the same address. */
export interface Service {
  readonly port: number;
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a service that answers connections behind an address that can be taken away: connections then break, and new ones are refused. */
export async function startService(answer: (socket: Socket) => void): Promise<Service> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    answer(socket);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  const away = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    port,
    away,
    back: () => listen(port),
    close: async () => void (server.listening && (await away())),
  };
}

/** The same for a server that listens elsewhere on this machine. */
export const startGate = (target: number): Promise<Service> =>
  startService((socket) => {
    const onward = connect(target, '127.0.0.1');
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
