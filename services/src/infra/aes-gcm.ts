import { createCipheriv, createDecipheriv, randomBytes, type CipherKey } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts by AES-256-GCM: a random IV of 12 bytes, the tag of 16, the text. It opens at the same place only. */
export function lock(key: CipherKey, place: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** What `lock` encrypted. Throws for another key or place, and for damaged bytes. */
export function unlock(key: CipherKey, place: string, bytes: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  // verifies the tag; it returns no more bytes
  decipher.final();
  return body;
}
