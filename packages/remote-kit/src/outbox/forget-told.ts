import type { Entry } from './entry';
import { unsentOf } from './unsent';

const STORE = 'entries';

const resultOf = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error!));
  });

/**
 * Deletes from a student's database (device.ts) what the server told: unsent work stays, as do forms. Nothing happens if there is none. It
 * shares no module with the outbox, which would make that one larger (decision 016).
 */
export async function forgetTold(userId: string): Promise<void> {
  const opening = indexedDB.open(`flint:${userId}`);
  let isNone = false;
  opening.addEventListener('upgradeneeded', () => {
    isNone = true;
    opening.transaction!.abort();
  });
  const database = await resultOf(opening).catch((error: unknown) => {
    if (isNone) return null;
    throw error;
  });
  if (!database) return;
  try {
    const transaction = database.transaction(STORE, 'readwrite');
    const all = transaction.objectStore(STORE);
    const [names, entries] = await Promise.all([resultOf(all.getAllKeys()), resultOf(all.getAll())]);
    for (const [at, name] of names.entries()) {
      const unsent = unsentOf(String(name), entries[at] as Entry);
      if (unsent) all.put(unsent, name);
      else all.delete(name);
    }
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error!));
    });
  } finally {
    database.close();
  }
}
