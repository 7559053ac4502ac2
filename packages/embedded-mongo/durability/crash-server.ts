import mongoose from 'mongoose';
import { startServer } from '../src/server';

/** The server that a round kills. It rewrites its file all the time. */
async function serve(dataDir: string) {
  const { origin } = await startServer({ dataDir });
  process.stdout.write(`${origin}\n`);
  const client = await new mongoose.mongo.MongoClient(`${origin}?directConnection=true`).connect();
  for (;;) await client.db('admin').command({ compactLog: 1, wait: true });
}

await serve(process.argv[2] ?? '');
