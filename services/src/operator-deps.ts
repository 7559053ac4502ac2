import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { readEnv } from './env';
import { systemClock } from './infra/clock';
import { readMasterSecret } from './infra/master-secret';
import { connectMongo, DATABASE_ADDRESS_FILE } from './infra/mongo';
import type { Deps } from './resources/resource';

/** The dependencies of an operator's command: settings, database and secret of the running Flint; null if the database is out of reach. */
export async function operatorDeps(): Promise<Deps | null> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnv(process.env);
  const dataDir = path.resolve(env.DATA_DIR);
  const address = path.join(dataDir, DATABASE_ADDRESS_FILE);
  const uri = env.MONGODB_URI ?? (await readFile(address, 'utf8').catch(() => null));
  const secret = await readMasterSecret(env);
  const db = uri === null ? null : await connectMongo(uri).catch(() => null);
  if (db === null || secret === null) {
    await db?.close();
    return null;
  }
  return {
    env,
    db,
    clock: systemClock,
    log: pino({ level: env.LOG_LEVEL }, pino.destination(2)),
    secret,
    dataDir,
  };
}

/** Message if it is out of reach; the exit code is 69 (EX_UNAVAILABLE). */
export const NOT_REACHABLE =
  'The database is not reachable. Start Flint (npm start), or set MONGODB_URI and FLINT_SECRET.\n';
