import type { Credentials } from '../auth/credentials';
import type { Conversation } from '../auth/scram';
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
  readonly commands: readonly string[];
  readonly errorCode: number | undefined;
  readonly waitMS: number;
}

export interface Session {
  txnNumber: number;
  transaction?: Transaction | undefined;
  /** Of the last retryable write: a retry gets it again instead of writing twice. */
  reply?: Reply | undefined;
}

/** What a connection may do, and how far it is with proving itself. */
export interface Access {
  /** Everything: the socket file let this user in, or the password was proven. */
  granted: boolean;
  /** What a password is held against; undefined where the server has none. */
  readonly credentials?: Credentials | undefined;
  conversation?: Conversation | undefined;
  /** The proof was good; the client still sends an empty message. */
  proven?: boolean;
  /** The client can do without the empty message. */
  short?: boolean;
}

/** What the commands of all connections share. */
export interface ServerState {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly feed: ChangeFeed;
  readonly sessions: Map<string, Session>;
  failPoint?: FailPoint | undefined;
}
