import { createCipheriv, createDecipheriv, randomBytes, type Cipher } from 'node:crypto';

// It does not detect changes: a reader first compares a digest of the stored bytes.
const ALGORITHM = 'aes-256-ctr';
const START_BYTES = 16;

function begin(key: Uint8Array): readonly [start: Buffer, cipher: Cipher] {
  const start = randomBytes(START_BYTES);
  return [start, createCipheriv(ALGORITHM, key, start)];
}

/** Bytes encrypted under a key of 32 bytes: AES-256 in counter mode, behind the random number at which it begins. */
export function encrypt(key: Uint8Array, bytes: Uint8Array): Buffer {
  const [start, cipher] = begin(key);
  return Buffer.concat([start, cipher.update(bytes)]);
}

/** The bytes that were encrypted under the same key. */
export const decrypt = (key: Uint8Array, stored: Uint8Array): Buffer =>
  createDecipheriv(ALGORITHM, key, stored.subarray(0, START_BYTES)).update(stored.subarray(START_BYTES));

/** The same on the way to a file. */
export async function* encryptEach(
  key: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const [start, cipher] = begin(key);
  yield start;
  for await (const chunk of chunks) yield cipher.update(chunk);
}

/** The same on the way from a file. */
export async function* decryptEach(
  key: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let decipher: ReturnType<typeof createDecipheriv> | null = null;
  for await (const chunk of chunks) {
    if (decipher) {
      yield decipher.update(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < START_BYTES) continue;
    decipher = createDecipheriv(ALGORITHM, key, head.subarray(0, START_BYTES));
    yield decipher.update(head.subarray(START_BYTES));
  }
}
