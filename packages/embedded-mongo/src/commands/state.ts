import type { Credentials } from '../auth/credentials';
import type { Conversation } from '../auth/scram';
import type { Document } from '../bson/values';
import type { Store } from '../catalog/store';
import type { Transaction } from '../catalog/transaction';
import type { Batch } from './batch';
import type { ChangeFeed } from '../changes/feed';
import type { Cursors } from './cursors';

export type Reply = Document | Batch;

/** MongoDB's `failCommand`: makes the next commands of some names fail, for tests. */
export interface FailPoint {
  left: number;
  readonly commands: readonly string[];
  readonly errorCode: number | undefined;
  readonly waitMS: number;
}

export interface Session {
  txnNumber: number;
  transaction?: Transaction | undefined;
  /** The reply of the last retryable write, which may still run: a retry gets it instead of writing twice. */
  reply?: Promise<Reply> | undefined;
}

/** The authentication state of a connection. */
export interface Access {
  /** Everything is allowed: the connection came through the socket file, or has authenticated. */
  granted: boolean;
  /** The credentials to verify against; undefined if the server has none. */
  readonly credentials?: Credentials | undefined;
  conversation?: Conversation | undefined;
  /** The proof was valid; the client still sends an empty message. */
  proven?: boolean;
  /** The client skips the empty message. */
  short?: boolean;
}

/** The state that all connections share. */
export interface ServerState {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly feed: ChangeFeed;
  readonly sessions: Map<string, Session>;
  failPoint?: FailPoint | undefined;
}
