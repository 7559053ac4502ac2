import { EMPTY, type Entry } from '../outbox/entry';
import type { OutboxStorage } from '../outbox/parts';

/** The storage of a student's outbox in localStorage: jsdom has no IndexedDB. Tests clear it as they clear the rest of the device. */
export function createTestStorage(userId: string): OutboxStorage {
  const prefix = `flint:outbox:${userId}:`;
  return {
    readAll: async () => {
      const names = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      return new Map(
        names.map((key) => [key.slice(prefix.length), JSON.parse(localStorage.getItem(key)!) as Entry]),
      );
    },
    update: async (name, change) => {
      const text = localStorage.getItem(prefix + name);
      const entry = change(text === null ? EMPTY : (JSON.parse(text) as Entry));
      if (entry === EMPTY) localStorage.removeItem(prefix + name);
      else localStorage.setItem(prefix + name, JSON.stringify(entry));
      return entry;
    },
  };
}
