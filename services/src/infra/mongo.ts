import mongoose, { type Connection } from 'mongoose';

mongoose.set('sanitizeFilter', true);
mongoose.set('strictQuery', 'throw');

/** In DATA_DIR while the embedded database runs: where it listens on this machine. */
export const DATABASE_ADDRESS_FILE = 'database-address';

/**
 * A connection that acknowledges a write only once it is durable, and gives up on an absent server after two seconds.
 * Rejects when the first contact fails.
 */
export async function connectMongo(uri: string): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    serverSelectionTimeoutMS: 2000,
    writeConcern: { w: 'majority', journal: true },
    maxPoolSize: 32,
    autoIndex: true,
  });
  return connection.asPromise();
}
