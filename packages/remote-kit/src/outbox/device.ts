import { openDB, type IDBPDatabase } from 'idb';
import { EMPTY, type Entry } from './entry';
import type { OutboxParts, OutboxStorage } from './parts';

const STORE = 'entries';

/** The name of a student's database, lock and channel on this device; the shell deletes the database at sign-out. */
const nameOf = (userId: string) => `flint:${userId}`;

/** Entries in IndexedDB. `onDeleted`: another part of the page, or another tab, has deleted the database because the student signed out. */
export function createDeviceStorage(userId: string, onDeleted: () => void): OutboxStorage {
  let opened: Promise<IDBPDatabase> | null = null;
  const open = async (): Promise<IDBPDatabase> => {
    opened ??= openDB(nameOf(userId), 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
      blocking(_version, next, event) {
        (event.target as IDBDatabase).close();
        opened = null;
        if (next === null) onDeleted();
      },
      terminated: () => void (opened = null),
    });
    // the next call tries again
    opened.catch(() => (opened = null));
    return opened;
  };
  return {
    async readAll() {
      const { store } = (await open()).transaction(STORE);
      const [names, entries] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return new Map(names.map((name, i) => [String(name), entries[i] as Entry]));
    },
    async update(name, change) {
      const transaction = (await open()).transaction(STORE, 'readwrite');
      const entry = change(((await transaction.store.get(name)) as Entry | undefined) ?? EMPTY);
      await Promise.all([
        entry === EMPTY ? transaction.store.delete(name) : transaction.store.put(entry, name),
        transaction.done,
      ]);
      return entry;
    },
  };
}

function channelOf(userId: string): OutboxParts['channel'] & { readonly close: () => void } {
  // where there is none, the tabs meet at the server
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(nameOf(userId));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of this origin
    post: (name) => channel?.postMessage(name),
    listen: (on) => channel?.addEventListener('message', ({ data }) => on(String(data))),
    close: () => channel?.close(),
  };
}

/** What a browser gives an outbox: tabs, locks, timers, and signs that it is time to send. */
export function browserParts(userId: string) {
  const channel = channelOf(userId);
  const removers: (() => void)[] = [];
  return {
    parts: {
      channel,
      lock: <T>(work: () => Promise<T>): Promise<T> =>
        navigator.locks ? (navigator.locks.request(nameOf(userId), work) as Promise<T>) : work(),
      now: () => performance.timeOrigin + performance.now(),
      later: (work: () => void, ms: number) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    /** Calls `wake` when the connection is back, and before the page may be closed: a phone may never resume a hidden page. */
    watch(wake: (isLeaving: boolean) => void) {
      const handleOnline = () => wake(false);
      const handleVisibility = () => document.visibilityState === 'hidden' && wake(true);
      addEventListener('online', handleOnline);
      document.addEventListener('visibilitychange', handleVisibility);
      removers.push(
        () => removeEventListener('online', handleOnline),
        () => document.removeEventListener('visibilitychange', handleVisibility),
      );
    },
    stop() {
      for (const remove of removers) remove();
      channel.close();
    },
  };
}
