import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { TrustedKey } from './key-ring';

/** Creates a key: writes the private half to `file`, which must not exist, and returns the public one. */
export async function makeKey(file: string): Promise<Pick<TrustedKey, 'kid' | 'jwk'>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const [secret, jwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
  const kid = await calculateJwkThumbprint(jwk);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify({ ...secret, kid })}\n`, { mode: 0o600, flag: 'wx' });
  return { kid, jwk };
}
