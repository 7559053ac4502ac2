import type { Change, Entry, Refused, Rules, Write } from './entry';

export type Values = ReadonlyMap<string, unknown>;
export type Writes = ReadonlyMap<string, Write>;

/** The result of sending, per key; a key that is not named is sent again. */
export type Outcome =
  | { readonly by: 'stored'; readonly values: Values }
  | { readonly by: 'dispute'; readonly theirs: Values }
  | { readonly by: 'refusal'; readonly details: ReadonlyMap<string, Refused> }
  /** A lost connection or a server that is down or busy; `retryAfterMs` as the server asked. */
  | { readonly by: 'failure'; readonly retryAfterMs?: number | undefined }
  /** Nobody, or another student, is signed in: nothing was sent. */
  | { readonly by: 'signedOut' };

/** A kind of value, such as the answers; `send` is absent for what never leaves the device. */
export interface Kind extends Rules {
  readonly send?: (writes: Writes) => Promise<Outcome>;
}

/** Where entries last; every call may reject (blocked, full). */
export interface OutboxStorage {
  readonly readAll: () => Promise<ReadonlyMap<string, Entry>>;
  /** Changes one entry; no other tab changes it meanwhile. */
  readonly update: (name: string, change: Change) => Promise<Entry>;
}

export interface OutboxParts {
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly storage: OutboxStorage;
  /** Between the tabs of this browser; `post` reaches the other tabs only. */
  readonly channel: {
    readonly post: (name: string) => void;
    readonly listen: (on: (name: string) => void) => void;
  };
  /** Lets one tab at a time send. */
  readonly lock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Milliseconds, comparable among the tabs of this browser. */
  readonly now: () => number;
  /** Calls `work` after that time; returns a function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
}
