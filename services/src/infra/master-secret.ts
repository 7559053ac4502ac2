import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '../env';

/** Prefix of a FLINT_SECRET that holds bytes rather than text. */
export const SECRET_BYTES = 'base64:';

/**
 * The master secret of a running Flint, for operators' commands: FLINT_SECRET, else the one that the first start stored in DATA_DIR; null
 * before that. Throws if it cannot be read.
 */
export async function readMasterSecret({
  FLINT_SECRET,
  DATA_DIR,
}: Pick<Env, 'FLINT_SECRET' | 'DATA_DIR'>): Promise<Buffer | null> {
  if (FLINT_SECRET?.startsWith(SECRET_BYTES))
    return Buffer.from(FLINT_SECRET.slice(SECRET_BYTES.length), 'base64');
  if (FLINT_SECRET) return Buffer.from(FLINT_SECRET, 'utf8');
  const kept = await readFile(path.resolve(DATA_DIR, 'secret'), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  });
  return kept === null ? null : Buffer.from(kept, 'base64');
}
