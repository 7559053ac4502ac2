import path from 'node:path';
import {
  createApp,
  createLog,
  createVerifier,
  readEnv,
  startingUntil,
  startTelemetry,
  systemClock,
  type AppOptions,
  type Clock,
  type Deps,
  type FlintApp,
} from '@flint/services';
import { createMigrator, missingIndexes, upgrade } from '@flint/services/operations';
import { listen, type Listening } from '../serve/listen';
import { masterSecret } from '../start/secret';
import { openDatabase } from './database';

/** Time for a load balancer to switch before a stopping process refuses new requests. */
const ANNOUNCE_MS = 5_000;

/**
 * The API alone, without the page and the remotes: behind a proxy, as many processes as
 * needed. Without a database it is alive and not ready. Throws EnvError if the settings are wrong.
 */
export async function startApi(
  source: Readonly<Record<string, string | undefined>>,
  { clock = systemClock, app: options }: { readonly clock?: Clock; readonly app?: AppOptions } = {},
): Promise<Listening> {
  const env = readEnv(source);
  const dataDir = path.resolve(env.DATA_DIR);
  const log = createLog(env.LOG_LEVEL);
  const secret = await masterSecret(dataDir, env.FLINT_SECRET);
  const telemetry = await startTelemetry(source);
  const database = await openDatabase(env, { monitorCommands: telemetry !== null });
  const isProduction = env.NODE_ENV === 'production';
  // in production `npx flint operate migrate` builds indexes, not the first process
  database.connection.set('autoIndex', !isProduction);
  const deps: Deps = { env, db: database.connection, clock, log, secret, dataDir, telemetry };
  let app: FlintApp | undefined;
  const serve = async () => {
    // in production an operator runs them
    if (!isProduction) await upgrade(deps);
    app = await createApp(deps, createVerifier(deps), options);
    if (!isProduction) return;
    const missing = [...(await createMigrator(deps.db).pending()), ...(await missingIndexes(deps.db))];
    if (missing.length > 0) log.error({ missing }, 'run npx flint operate migrate');
  };
  if (database.later) {
    log.warn('the database is not reachable: waiting for it, alive and not ready');
    database.later.then(serve).catch((error: unknown) => log.error({ err: error }, 'the API did not start'));
  } else {
    await serve().catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  }
  const listening = await listen(
    startingUntil(() => app?.listener),
    { port: env.PORT, host: env.HOST, name: 'the API' },
  );
  return {
    ...listening,
    async close(options) {
      await listening.close({ announceMs: isProduction ? ANNOUNCE_MS : 0, ...options });
      await app?.close();
      await database.close();
      await telemetry?.close();
    },
  };
}
