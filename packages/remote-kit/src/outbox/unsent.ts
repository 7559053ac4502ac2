import type { Entry } from './entry';

/** What stays of a named entry when the server ends the session: a form, or the change without what the server told; null if there is none. */
export const unsentOf = <V>(name: string, entry: Entry<V>): Entry<V> | null => {
  if (name.startsWith('draft/')) return entry;
  return entry.edit || entry.sent
    ? { ...entry, base: null, hold: entry.hold?.by === 'conflict' ? null : entry.hold }
    : null;
};
