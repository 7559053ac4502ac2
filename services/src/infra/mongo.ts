import { readFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import type { Env } from '../env';
import { isDatabaseAbsent } from './database-absent';

mongoose.set('sanitizeFilter', true);
mongoose.set('strictQuery', 'throw');

/** File in DATA_DIR with the address of the running embedded database. */
export const DATABASE_ADDRESS_FILE = 'database-address';

/** The address of the configured server, else of the embedded one while it runs; null without one. */
export const addressOfDatabase = async ({
  MONGODB_URI,
  DATA_DIR,
}: Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>): Promise<string | null> =>
  MONGODB_URI ?? readFile(path.resolve(DATA_DIR, DATABASE_ADDRESS_FILE), 'utf8').catch(() => null);

const AGAIN_MS = 1_000;

const OPTIONS = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 5_000,
  // a stopped server keeps connections open silently
  socketTimeoutMS: 20_000,
  waitQueueTimeoutMS: 5_000,
  writeConcern: { w: 'majority', journal: true },
  maxPoolSize: 32,
  autoIndex: true,
} as const;

/**
 * A connection that acknowledges only durable writes, and gives up on an absent server after two seconds. Rejects if the first contact
 * fails. `monitorCommands` makes the driver report every command.
 */
export async function connectMongo(
  uri: string,
  { monitorCommands = false }: { readonly monitorCommands?: boolean } = {},
): Promise<Connection> {
  return mongoose.createConnection(uri, { ...OPTIONS, monitorCommands }).asPromise();
}

export interface PatientConnection {
  /** Usable once `connected` has resolved. */
  readonly connection: Connection;
  /** Resolves at the first contact, however long it takes; rejects when closed before, or refused (a wrong password). */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/** A connection to a server that may not be up yet; retries every second. */
export function connectPatiently(
  uri: string,
  { monitorCommands = false }: { readonly monitorCommands?: boolean } = {},
): PatientConnection {
  const connection = mongoose.createConnection();
  let closed = false;
  const tryOn = async () => {
    for (;;) {
      try {
        await connection.openUri(uri, { ...OPTIONS, monitorCommands });
        return;
      } catch (error) {
        if (closed || !isDatabaseAbsent(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  };
  return {
    connection,
    connected: tryOn(),
    async close() {
      closed = true;
      await connection.close();
    },
  };
}
