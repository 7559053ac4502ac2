import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Begins a FLINT_SECRET that is bytes rather than text. */
export const BYTES = 'base64:';

/**
 * The master secret: FLINT_SECRET when set, else one made at the first start and kept in the data folder (mode 0600),
 * so that sessions and photo addresses survive a restart.
 */
export async function masterSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given?.startsWith(BYTES)) return Buffer.from(given.slice(BYTES.length), 'base64');
  if (given) return Buffer.from(given, 'utf8');
  const file = path.join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // made by an older version, or by hand: what is in it is nobody else's to read
  await chmod(dataDir, 0o700).catch(() => undefined);
  try {
    return Buffer.from(await readFile(file, 'utf8'), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(48);
  await writeFile(file, secret.toString('base64'), { mode: 0o600, flag: 'wx' });
  return secret;
}
