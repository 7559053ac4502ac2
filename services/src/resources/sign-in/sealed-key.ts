import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { lock, unlock } from '../../infra/aes-gcm';
import { deriveKey } from '../../infra/derive-key';
import type { StoredKey } from './keyring.model';

const sealingKey = (secret: Buffer) => deriveKey(secret, 'sign-in/signing-keys');

/** A new P-256 key pair; the private key is sealed under the master secret. */
export function newKey(secret: Buffer): Pick<StoredKey, 'kid' | 'x' | 'y' | 'sealed'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // an EC key always has both
  const { x, y } = privateKey.export({ format: 'jwk' }) as { x: string; y: string };
  const kid = randomUUID();
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' });
  return { kid, x, y, sealed: lock(sealingKey(secret), kid, bytes).toString('base64') };
}

/** The private key; null if it was sealed under another master secret. */
export function openKey(secret: Buffer, { kid, sealed }: StoredKey): KeyObject | null {
  try {
    const key = unlock(sealingKey(secret), kid, Buffer.from(sealed, 'base64'));
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}
