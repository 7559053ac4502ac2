import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

const TRIES = 5;

/** Runs the writes of `work` in a transaction and returns its result. A write conflict runs it again; if it throws, nothing is written. */
export async function inTransaction<T>(
  db: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.withSession((session) => session.withTransaction(() => work(session)));
    } catch (error) {
      // another writer created the same document since the snapshot; the next try sees it
      if (tries === TRIES || !isDuplicateKey(error)) throw error;
    }
  }
}
