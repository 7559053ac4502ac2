import { createHash } from 'node:crypto';

/** Start of every chunk. */
const MAGIC = 'FLSN';
const VERSION = 1;
/** Magic, version, position, number of chunks, SHA-256 of all bytes together. */
const HEAD = 4 + 2 + 2 + 2 + 32;

const checksum = (body: Uint8Array) => createHash('sha256').update(body).digest();

/** Splits bytes into chunks of at most `maxBytes`, each with its position and the checksum of the whole. */
export function toChunks(body: Uint8Array, maxBytes: number): Buffer[] {
  const room = maxBytes - HEAD;
  const count = Math.max(1, Math.ceil(body.length / room));
  const sum = checksum(body);
  return Array.from({ length: count }, (_, i) => {
    const head = Buffer.alloc(HEAD);
    head.write(MAGIC, 'latin1');
    head.writeUInt16LE(VERSION, 4);
    head.writeUInt16LE(i, 6);
    head.writeUInt16LE(count, 8);
    sum.copy(head, 10);
    return Buffer.concat([head, body.subarray(i * room, (i + 1) * room)]);
  });
}

/** Joins chunks in any order. Throws an error of one sentence if they are damaged, missing, mixed or of another version. */
export function fromChunks(chunks: readonly Uint8Array[]): Buffer {
  const read = chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  for (const chunk of read) {
    if (chunk.length < HEAD || chunk.toString('latin1', 0, 4) !== MAGIC)
      throw new Error('A chunk of the snapshot is damaged.');
    const version = chunk.readUInt16LE(4);
    if (version !== VERSION)
      throw new Error(`The snapshot has version ${version}, but this program reads version ${VERSION}.`);
  }
  const sorted = read.toSorted((a, b) => a.readUInt16LE(6) - b.readUInt16LE(6));
  const count = sorted[0]?.readUInt16LE(8) ?? 1;
  if (sorted.length !== count || sorted.some((chunk, i) => chunk.readUInt16LE(6) !== i))
    throw new Error(`Chunks of the snapshot are missing: ${sorted.length} of ${count} are here.`);
  const body = Buffer.concat(sorted.map((chunk) => chunk.subarray(HEAD)));
  const sum = checksum(body);
  if (sorted.some((chunk) => !chunk.subarray(10, HEAD).equals(sum)))
    throw new Error('The snapshot is damaged: its checksum differs.');
  return body;
}
