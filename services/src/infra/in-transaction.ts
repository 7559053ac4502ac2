import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

const TRIES = 5;

type Follow = () => Promise<void>;
const follows = new WeakMap<ClientSession, Follow[]>();

/** Adds what `inTransaction` does after the commit, before it returns. */
export const afterCommit = (session: ClientSession, follow: Follow): void =>
  void follows.get(session)!.push(follow);

/** Runs the writes of `work` in a transaction and returns its result. A write conflict runs it again; if it throws, nothing is written. */
export async function inTransaction<T>(
  db: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const commit = async (session: ClientSession) => {
    const result = await session.withTransaction(() => {
      follows.set(session, []);
      return work(session);
    });
    return { result, after: follows.get(session)! };
  };
  for (let tries = 1; ; tries++) {
    const committed = await db.withSession(commit).catch((error: unknown) => {
      // another writer created the same document since the snapshot; the next try sees it
      if (tries === TRIES || !isDuplicateKey(error)) throw error;
    });
    if (!committed) continue;
    for (const follow of committed.after) await follow();
    return committed.result;
  }
}
