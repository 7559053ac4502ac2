import type { Entry } from './entry';

/** What stays of an entry when the server ends the session: the change, without what the server told; null if there is none. */
export const unsentOf = <V>(entry: Entry<V>): Entry<V> | null =>
  entry.edit || entry.sent
    ? { ...entry, base: null, hold: entry.hold?.by === 'conflict' ? null : entry.hold }
    : null;
