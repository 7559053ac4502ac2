import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';
import type { StoredKey } from './keyring.model';

const sealingKey = (secret: Buffer) => deriveKey(secret, 'sign-in/signing-keys');

/** A new P-256 key pair; the private key is sealed under the master secret. */
export function newKey(secret: Buffer): Pick<StoredKey, 'kid' | 'x' | 'y' | 'sealed'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // an EC key always has both
  const { x, y } = privateKey.export({ format: 'jwk' }) as { x: string; y: string };
  const kid = randomUUID();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv).setAAD(Buffer.from(kid));
  const body = Buffer.concat([
    cipher.update(privateKey.export({ format: 'der', type: 'pkcs8' })),
    cipher.final(),
  ]);
  return { kid, x, y, sealed: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64') };
}

/** The private key; null if it was sealed under another master secret. */
export function openKey(secret: Buffer, { kid, sealed }: StoredKey): KeyObject | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(kid)).setAuthTag(bytes.subarray(12, 28));
    const key = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}
