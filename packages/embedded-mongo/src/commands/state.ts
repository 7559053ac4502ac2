import type { Document } from '../bson/values';
import type { Store } from '../catalog/store';
import type { Transaction } from '../catalog/transaction';
import type { Batch } from './batch';
import type { ChangeFeed } from '../changes/feed';
import type { Cursors } from './cursors';

export type Reply = Document | Batch;

/** MongoDB's `failCommand`: makes the next commands of some names fail, for tests of what runs on the database. */
export interface FailPoint {
  left: number;
  readonly data: Document;
}

export interface Session {
  txnNumber: number;
  transaction?: Transaction | undefined;
  /** Of the last retryable write: a retry gets it again instead of writing twice. */
  reply?: Reply | undefined;
}

/** What the commands of all connections share. */
export interface ServerState {
  /** The address the server gives itself. */
  readonly host: string;
  readonly store: Store;
  readonly cursors: Cursors;
  readonly feed: ChangeFeed;
  readonly sessions: Map<string, Session>;
  readonly counters: Record<string, number>;
  readonly started: number;
  readonly connections: () => number;
  failPoint?: FailPoint | undefined;
}
