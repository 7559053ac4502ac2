import { randomBytes } from 'node:crypto';
import { connectMongo } from '@flint/services/mongo';
import type { Connection } from 'mongoose';

export interface TestDatabase extends AsyncDisposable {
  readonly uri: string;
  readonly db: Connection;
}

interface Options {
  /** Runs the embedded server in a worker thread, as `npm start` does. */
  readonly inWorker?: boolean;
  /** The data folder; default: in memory. */
  readonly dataDir?: string;
  /** Deletes once a minute what is due by the machine's clock; default: no. */
  readonly sweeps?: boolean;
}

/** A test has its own clock, which may be months behind the machine's. The longest timer of Node. */
const NEVER_MS = 2 ** 31 - 1;

async function serverUri({
  sweeps = false,
  ...options
}: Options): Promise<{ uriFor(name: string): string; stop(): Promise<void> }> {
  const given = process.env.MONGODB_URI;
  if (given) {
    return {
      uriFor: (name) => Object.assign(new URL(given), { pathname: `/${name}` }).href,
      stop: async () => undefined,
    };
  }
  const { startEmbeddedMongo } = await import('@flint/embedded-mongo');
  const server = await startEmbeddedMongo({ ...options, sweepEvery: sweeps ? undefined : NEVER_MS });
  return { uriFor: (name) => server.uriFor(name), stop: () => server.close() };
}

/** An empty database on the server of MONGODB_URI, else on an embedded one in memory. Dropped on disposal. */
export async function startTestDatabase(options: Options = {}): Promise<TestDatabase> {
  const server = await serverUri(options);
  const uri = server.uriFor(`flint_test_${randomBytes(6).toString('hex')}`);
  const db = await connectMongo(uri, { monitorCommands: true });
  return {
    uri,
    db,
    async [Symbol.asyncDispose]() {
      await db.dropDatabase();
      await db.close();
      await server.stop();
    },
  };
}
