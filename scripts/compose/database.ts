import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { connectMongo, connectPatiently, DATABASE_ADDRESS_FILE, type Env } from '@flint/services';
import type { Connection } from 'mongoose';

export interface Database {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
  /** Set when the server was not there at the start: resolves at the first contact. */
  readonly later?: Promise<void>;
}

/** How long a start waits for a database before it goes on without. */
const PATIENCE_MS = 5_000;

/** The server named by MONGODB_URI; without it the embedded one, in a worker thread, on DATA_DIR/db. */
export async function openDatabase(env: Env): Promise<Database> {
  if (env.MONGODB_URI) {
    const { connection, connected, close } = connectPatiently(env.MONGODB_URI);
    const inTime = await Promise.race([connected.then(() => true), delay(PATIENCE_MS, false)]);
    return { connection, close, ...(!inTime && { later: connected }) };
  }
  const embedded = await startEmbeddedMongo({ dataDir: path.resolve(env.DATA_DIR, 'db'), inWorker: true });
  const uri = embedded.uriFor('flint');
  const connection = await connectMongo(uri);
  // operators' commands find the running database here
  const address = path.resolve(env.DATA_DIR, DATABASE_ADDRESS_FILE);
  await writeFile(address, uri, { mode: 0o600 });
  return {
    connection,
    async close() {
      await rm(address, { force: true });
      await connection.close();
      await embedded.close();
    },
  };
}
