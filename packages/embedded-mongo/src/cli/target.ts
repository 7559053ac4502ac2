import mongoose from 'mongoose';
import { runningUri } from '../index';
import { startServer } from '../server';
import type { CliOptions } from './options';

export interface Target {
  readonly db: mongoose.mongo.Db;
  readonly close: () => Promise<void>;
}

async function addressOf({ uri, data }: CliOptions): Promise<{ uri: string; stop: () => Promise<void> }> {
  if (uri !== undefined) return { uri, stop: () => Promise.resolve() };
  if (data === undefined) throw new Error('Name a database server: --data FOLDER or --uri MONGODB_URI.');
  try {
    const server = await startServer({ dataDir: data });
    return { uri: `${server.origin}?directConnection=true`, stop: server.close };
  } catch (error) {
    const running = runningUri(data, '');
    if (!(error instanceof Error && error.message.includes('already in use')) || running === undefined)
      throw error;
    return { uri: running, stop: () => Promise.resolve() };
  }
}

async function nameOf(client: mongoose.mongo.MongoClient, { database, uri }: CliOptions): Promise<string> {
  const inUri = uri === undefined ? '' : new URL(uri).pathname.slice(1);
  if (database ?? inUri) return database ?? inUri;
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  const names = databases
    .map(({ name }) => name)
    .filter((name) => !['admin', 'config', 'local'].includes(name));
  const [only] = names;
  if (names.length !== 1 || only === undefined)
    throw new Error(`Say which database: --database NAME. There are: ${names.join(', ') || 'none'}.`);
  return only;
}

/** The database the command line names: of any MongoDB, of a running embedded server, or of its folder. */
export async function openTarget(options: CliOptions): Promise<Target> {
  const { uri, stop } = await addressOf(options);
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    writeConcern: { w: 'majority', journal: true },
  });
  const close = async () => {
    await client.close();
    await stop();
  };
  try {
    await client.connect();
    return { db: client.db(await nameOf(client, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
