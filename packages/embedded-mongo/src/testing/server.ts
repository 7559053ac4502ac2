import mongoose from 'mongoose';
import { startServer, type ServerOptions } from '../server';

/** A server and a client of it; `close` ends both. */
export async function openServer(options: ServerOptions = {}) {
  const server = await startServer(options);
  const client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { client, close };
}
