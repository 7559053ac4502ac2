import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

const TRIES = 5;

/**
 * Does the writes of `work` together or not at all, and answers what it answers. When another writer came between, it runs again; when it
 * throws, nothing was written.
 */
export async function inTransaction<T>(
  db: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.withSession((session) => session.withTransaction(() => work(session)));
    } catch (error) {
      // another writer made the same document since the snapshot was taken: the next one has it
      if (tries === TRIES || !isDuplicateKey(error, '_id')) throw error;
    }
  }
}
