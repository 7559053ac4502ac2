import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { databaseNow } from './clock';
import { onDuplicate } from './duplicate-key';
import { createLease, type Lease } from './lease';

/** After this time without a renewal, the holder of the lock counts as dead. */
const LOCK_MS = 30_000;
/** The holder stops writing this much before others may take the lock: a write takes time. */
const HELD_FOR = 0.75;
const ASK_AGAIN_MS = 250;

interface Lock {
  _id: string;
  owner: string;
  until: Date;
}

/** A process that was suspended may have been taken for dead; then another one has taken over, and this one writes no more. */
export function assertHeld(lease: Lease): void {
  if (!lease.isHeld()) throw new Error('this command lost its lock: run it again');
}

/** A lock that only its holder may write under. It ends for the holder before another process may take it. */
export function createLock(connection: Connection, name: string, lockMs = LOCK_MS) {
  const locks = connection.db!.collection<Lock>('migration_locks');
  const owner = randomUUID();
  const lease = createLease(lockMs * HELD_FOR);
  const claim = async (filterAt: (now: Date) => object, upsert = false) => {
    const renewed = lease.begin();
    const now = await databaseNow(connection);
    const until = new Date(now.getTime() + lockMs);
    await locks.updateOne({ _id: name, ...filterAt(now) }, { $set: { owner, until } }, { upsert });
    const isMine = (await locks.findOne({ _id: name }))?.owner === owner;
    if (isMine) renewed();
    else lease.end();
    return isMine;
  };
  const take = () => claim((now) => ({ until: { $lt: now } }), true).catch(onDuplicate(() => false));
  return {
    lease,
    /** Runs in one process at a time; the others wait and then find nothing to do. The lock of a dead process is taken over. */
    async hold<T>(work: () => Promise<T>): Promise<T> {
      while (!(await take())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      const alive = setInterval(() => void claim(() => ({ owner })).catch(() => undefined), lockMs / 3);
      try {
        return await work();
      } finally {
        clearInterval(alive);
        lease.end();
        await locks.deleteOne({ _id: name, owner });
      }
    },
  };
}
