import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMasterSecret } from '@flint/services/operations';

/**
 * The master secret: FLINT_SECRET if set, else one generated at the first start and stored in the data folder (mode 0600),
 * so that sessions and photo addresses survive a restart.
 */
export async function masterSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (!given) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // made by an older version, or manually: restrict it to this user
    await chmod(dataDir, 0o700).catch(() => undefined);
  }
  const known = await readMasterSecret({ FLINT_SECRET: given, DATA_DIR: dataDir });
  if (known) return known;
  const secret = randomBytes(48);
  const file = path.join(dataDir, 'secret');
  // whole or not at all, also on a full disk, and never over another one's
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, secret.toString('base64'), { mode: 0o600, flush: true })
    .then(() => link(draft, file))
    .finally(() => rm(draft, { force: true }));
  return secret;
}
