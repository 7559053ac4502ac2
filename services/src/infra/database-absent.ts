import type { Connection } from 'mongoose';

const ABSENT =
  /^Mongo(?:oseServerSelection|ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|WaitQueueTimeout|TopologyClosed|ClientClosed|OperationTimeout)/;
/** Shutting down, stepping down, not primary: errors the driver retries and then reports. */
const CODES = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** What a socket to a database that was just killed says before the driver does. */
const BROKEN = new Set<unknown>(['EPIPE', 'ECONNREFUSED']);

/** Whether an error means that the database is out of reach; a retry may succeed. */
export function isDatabaseAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    ABSENT.test(error.name) ||
    (typeof code === 'number' && CODES.has(code)) ||
    BROKEN.has(code) ||
    (error.name === 'MongooseError' && error.message.includes('buffering timed out'))
  );
}

/** The patience of a ping, in milliseconds. */
const PING_MS = 1500;

/** Resolves when the database answers; rejects after a second and a half without an answer. */
export const pingDatabase = async ({ db }: { readonly db: Connection }): Promise<void> => {
  await db.db!.command({ ping: 1 }, { timeoutMS: PING_MS });
};
