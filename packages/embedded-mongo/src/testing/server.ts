import mongoose from 'mongoose';
import { startServer } from '../server';

/** A server and a client of it; `close` ends both. */
export async function openServer(...given: Parameters<typeof startServer>) {
  const server = await startServer(...given);
  const client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { client, close };
}
