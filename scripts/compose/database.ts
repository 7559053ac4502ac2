import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningUri, startEmbeddedMongo } from '@flint/embedded-mongo';
import {
  connectMongo,
  connectPatiently,
  DATABASE_ADDRESS_FILE,
  liveProcesses,
  type Env,
} from '@flint/services';
import type { Connection } from 'mongoose';

export interface Database {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
  /** Set if the server was down at the start: resolves at the first contact. */
  readonly later?: Promise<void>;
}

/** How long a start waits for a database before it continues without one. */
const PATIENCE_MS = 5_000;

interface Embedded {
  readonly uri: string;
  readonly stop: () => Promise<void>;
}

/** Whether a process writes to a database. */
async function isInUse(uri: string): Promise<boolean> {
  const db = await connectMongo(uri);
  return (await liveProcesses({ db }).finally(() => db.close())).length > 0;
}

/** The embedded server on DATA_DIR/db: the one that `npx flint run database` has started, else one in a worker thread. */
async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = path.join(dataDir, 'db');
  try {
    const server = await startEmbeddedMongo({ dataDir: folder, inWorker: true });
    return { uri: server.uriFor('flint'), stop: () => server.close() };
  } catch (error) {
    const uri = runningUri(folder, 'flint');
    if (uri === undefined) throw error;
    // a Flint that runs on this folder has named its database in DATA_DIR; one that was killed has left the names, and nothing answers
    const isNamed = existsSync(path.join(dataDir, DATABASE_ADDRESS_FILE));
    const isShared = await isInUse(uri).then(
      (inUse) => !(inUse && isNamed),
      () => false,
    );
    if (!isShared) throw error;
    return { uri, stop: () => Promise.resolve() };
  }
}

interface Options {
  /** Makes the driver report every command. */
  readonly monitorCommands?: boolean;
}

/** The server named by MONGODB_URI; without it the embedded one. */
export async function openDatabase(env: Env, options: Options = {}): Promise<Database> {
  if (env.MONGODB_URI) {
    const { connection, connected, close } = connectPatiently(env.MONGODB_URI, options);
    const inTime = await Promise.race([connected.then(() => true), delay(PATIENCE_MS, false)]);
    return { connection, close, ...(!inTime && { later: connected }) };
  }
  const dataDir = path.resolve(env.DATA_DIR);
  const { uri, stop } = await openEmbedded(dataDir);
  const connection = await connectMongo(uri, options);
  // operators' commands read the running database's address here
  const address = path.join(dataDir, DATABASE_ADDRESS_FILE);
  await writeFile(address, uri, { mode: 0o600 });
  return {
    connection,
    async close() {
      await rm(address, { force: true });
      await connection.close();
      await stop();
    },
  };
}
