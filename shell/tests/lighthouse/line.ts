import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Bytes per millisecond: 10 Mbit/s, as in `npm run bench -- composition`. */
const RATE = 1_250;
/** Bytes that are sent at once: a few packets. */
const PIECE = 4_096;

export interface Line extends AsyncDisposable {
  readonly url: string;
}

/**
 * A connection of 10 Mbit/s to a server of this machine, shared by all requests. Lighthouse takes the order of events from the real load
 * and only simulates its slowness: at full speed whole bundles arrive before the first frame, and would count as blocking it.
 */
export async function startLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let freeAt = 0;
  const paced = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const send = (from: number) => {
          if (from >= chunk.length) return done();
          const piece = chunk.subarray(from, from + PIECE);
          freeAt = Math.max(freeAt, performance.now()) + piece.length / RATE;
          setTimeout(() => {
            this.push(piece);
            send(from + PIECE);
          }, freeAt - performance.now());
        };
        send(0);
      },
    });
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [browser, upstream].forEach((each) => each.destroy()));
    }
    browser.pipe(upstream);
    upstream.pipe(paced()).pipe(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
