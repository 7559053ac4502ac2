import { createServer } from 'node:net';

// Below 32768, where Linux begins to assign ports: the system cannot assign one of ours between our check and its use.
const FIRST = 16_384;
const COUNT = 16_384;

// Each jest worker has a slice of its own; a process outside jest starts anywhere.
const SLICES = 8;
const slice = process.env['JEST_WORKER_ID'];
const size = slice ? COUNT / SLICES : COUNT;
const first = slice ? FIRST + (Number(slice) % SLICES) * size : FIRST;
let next = Math.floor(Math.random() * size);

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A free port of this machine that neither the system nor another jest worker can take meanwhile;
 * with `count`, the first of so many consecutive ones.
 */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < size; tries++) {
    const at = next++ % size;
    if (at + count > size) continue;
    const row = Array.from({ length: count }, (_, index) => first + at + index);
    if ((await Promise.all(row.map(isFree))).every(Boolean)) {
      next += count - 1;
      return first + at;
    }
  }
  throw new Error(`no free port from ${first} to ${first + size - 1}`);
}
