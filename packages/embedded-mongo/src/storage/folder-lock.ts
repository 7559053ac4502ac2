import path from 'node:path';
import { openEnvironment, type Lmdb } from './lmdb';
import { Room } from './room';

const OWNER = 'owner';

/** Process ids with an open reader: the system releases a reader's lock when its process ends, so that a reused id is none. */
const readersIn = (list: string) =>
  new Set([...list.matchAll(/^\s*(\d+)\s/gm)].map(([, pid]) => Number(pid)));

/** Only in a write transaction, because another process must not extend the file meanwhile. */
function allocate(file: string): void {
  const room = new Room(file);
  try {
    room.ensure(64);
  } finally {
    room.close();
  }
}

/**
 * Makes this process the only owner of the folder; throws one sentence if another one is. lmdb runs the comparison and the
 * change of the owner in one write transaction, so that of several processes exactly one becomes the owner. Returns how to release it.
 */
export function lockFolder(open: Lmdb, folder: string): () => Promise<void> {
  const file = path.join(folder, 'owner.mdb');
  const inUse = (pid: number) =>
    new Error(
      `The data folder ${folder} is already in use by process ${pid}. Stop that process or choose another folder.`,
    );
  const db = openEnvironment(open, file, true);
  let alive: ReturnType<typeof db.useReadTransaction> | undefined;
  try {
    // the threads of this process share the environment
    if (!db.tryLock(OWNER)) throw inUse(process.pid);
    db.transactionSync(() => {
      allocate(file);
      const owner = Number(db.get(OWNER)?.toString());
      db.readerCheck();
      // this process is no reader yet: its id can be that of the owner, in another container
      if (readersIn(db.readerList()).has(owner)) throw inUse(owner);
      // the sign of life of this process, as long as it is referenced
      alive = db.useReadTransaction();
      db.putSync(OWNER, Buffer.from(String(process.pid)));
    });
  } catch (error) {
    void db.close();
    throw error;
  }
  return async () => {
    alive?.done();
    db.unlock(OWNER);
    await db.close();
  };
}
