import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { connectMongo, type Env } from '@flint/services';
import type { Connection } from 'mongoose';

export interface Database {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

/** The server named by MONGODB_URI; without it the embedded one, in a worker thread, on DATA_DIR/db. */
export async function openDatabase(env: Env): Promise<Database> {
  if (env.MONGODB_URI) {
    const connection = await connectMongo(env.MONGODB_URI);
    return { connection, close: () => connection.close() };
  }
  const embedded = await startEmbeddedMongo({ dataDir: path.resolve(env.DATA_DIR, 'db'), inWorker: true });
  const connection = await connectMongo(embedded.uriFor('flint'));
  return {
    connection,
    async close() {
      await connection.close();
      await embedded.close();
    },
  };
}
