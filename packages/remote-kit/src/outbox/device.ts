/* oxlint-disable unicorn/prefer-add-event-listener -- the time limit has one listener, which each step replaces */
import { openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import { EMPTY, type Entry } from './entry';
import type { OutboxParts, OutboxStorage } from './parts';

const STORE = 'entries';
/** A storage that does not answer within this time counts as broken. */
const PATIENCE_MS = 3_000;

type Entries = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, 'readwrite'>;

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
  /** One transaction. After PATIENCE_MS it has failed, and is taken back: the outbox repeats the change. */
  async function work<T>(mode: IDBTransactionMode, act: (all: Entries) => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    let fail: (why: unknown) => void;
    const failure = new Promise<never>((_resolve, reject) => (late.onabort = fail = reject));
    const database = await Promise.race([open(), failure]);
    const { store, done } = database.transaction(STORE, mode);
    late.onabort = (why) => {
      fail(why);
      store.transaction.abort();
    };
    const result = Promise.all([act(store as Entries), done]);
    return Promise.race([result, failure])
      .then(([value]) => value)
      .finally(() => (late.onabort = null));
  }
  return {
    readAll: () =>
      work('readonly', async (all) => {
        const [names, entries] = await Promise.all([all.getAllKeys(), all.getAll()]);
        return new Map(names.map((name, i) => [String(name), entries[i] as Entry]));
      }),
    update: (name, change) =>
      work('readwrite', async (all) => {
        const entry = change(((await all.get(name)) as Entry | undefined) ?? EMPTY);
        await (entry === EMPTY ? all.delete(name) : all.put(entry, name));
        return entry;
      }),
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
