import type net from 'node:net';

const HEADER = 16;

/** Cuts what a socket receives into whole messages; ends a connection that sends something else, or a larger one. */
export function readMessages(socket: net.Socket, largest: () => number, receive: (message: Buffer) => void) {
  let chunks: Buffer[] = [];
  let size = 0;
  const head = () => {
    if ((chunks[0]?.length ?? 0) < HEADER) chunks = [Buffer.concat(chunks)];
    return chunks[0]?.readInt32LE(0) ?? 0;
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= HEADER) {
      const length = head();
      if (length < HEADER || length > largest()) {
        socket.destroy();
        return;
      }
      if (size < length) return;
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      chunks = all.length > length ? [all.subarray(length)] : [];
      size = all.length - length;
      receive(all.subarray(0, length));
    }
  });
}
