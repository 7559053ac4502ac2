import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '../env';
import { OperatorError } from '../operator-error';
import { absent } from './absent';

/** Prefix of a FLINT_SECRET that holds bytes rather than text. */
export const SECRET_BYTES = 'base64:';

/** A file with fewer was cut short: 48 are made. */
const LEAST_BYTES = 32;

/**
 * The master secret of a running Flint, for operators' commands: FLINT_SECRET, else the one that the first start stored in DATA_DIR; null
 * before that. Throws if it cannot be read, or is damaged.
 */
export async function readMasterSecret({
  FLINT_SECRET,
  DATA_DIR,
}: Pick<Env, 'FLINT_SECRET' | 'DATA_DIR'>): Promise<Buffer | null> {
  if (FLINT_SECRET?.startsWith(SECRET_BYTES))
    return Buffer.from(FLINT_SECRET.slice(SECRET_BYTES.length), 'base64');
  if (FLINT_SECRET) return Buffer.from(FLINT_SECRET, 'utf8');
  const file = path.resolve(DATA_DIR, 'secret');
  const kept = await readFile(file, 'utf8').catch(absent);
  if (kept === null) return null;
  const secret = Buffer.from(kept, 'base64');
  if (secret.length >= LEAST_BYTES) return secret;
  throw new OperatorError(
    `${file} is damaged: put a copy of it back; without one, what DATA_DIR holds cannot be opened: empty it`,
    78,
  );
}
