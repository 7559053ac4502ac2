import { existsSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { EnvError, readEnv, type Env } from './env';
import { systemClock } from './infra/clock';
import { readMasterSecret } from './infra/master-secret';
import { addressOfDatabase, connectMongo } from './infra/mongo';
import { OperatorError } from './operator-error';
import { joinWhole } from './operations/restore';
import type { Deps } from './resources/resource';

export interface OperatorDeps extends Deps {
  /** Ends the command's part in the database. */
  close(): Promise<void>;
}

/** The settings of an operator's command. Throws EnvError if they are wrong. */
export function readOperatorEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
}

/**
 * The dependencies of an operator's command: settings, database and secret of the running Flint; null if the database is out of reach. It
 * writes like any process (joinProcesses). Throws EnvError if the settings are wrong, or lack a data key in use.
 */
export async function operatorDeps(): Promise<OperatorDeps | null> {
  const env = readOperatorEnv();
  const dataDir = path.resolve(env.DATA_DIR);
  const uri = await addressOfDatabase(env);
  const secret = await readMasterSecret(env);
  const db = uri === null ? null : await connectMongo(uri).catch(() => null);
  if (db === null || secret === null) {
    await db?.close();
    return null;
  }
  const log = pino({ level: env.LOG_LEVEL }, pino.destination(2));
  const deps: Deps = { env, db, clock: systemClock, log, secret, dataDir };
  const leave = await joinWhole(deps).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  return {
    ...deps,
    async close() {
      await leave();
      await db.close();
    },
  };
}

/** Runs an operator's command and sets the exit code: 69 (EX_UNAVAILABLE) without a database, 78 (EX_CONFIG) for wrong settings. */
export async function runOperator(work: (deps: Deps) => Promise<number>): Promise<void> {
  try {
    const deps = await operatorDeps();
    if (deps === null) {
      process.stderr.write(NOT_REACHABLE);
      process.exitCode = 69;
      return;
    }
    process.exitCode = await work(deps).finally(deps.close);
  } catch (error) {
    if (!(error instanceof EnvError || error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof OperatorError ? error.exitCode : 78;
  }
}

/** Message if it is out of reach. */
export const NOT_REACHABLE =
  'The database is not reachable. Start Flint (npm start), or set MONGODB_URI and FLINT_SECRET.\n';
