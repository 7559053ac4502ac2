import type Router from '@koa/router';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Env } from '../env';
import type { Binder } from '../http/bind';
import type { Clock } from '../infra/clock';
import type { SealedValue } from '../infra/key-fault';
import type { Mail } from '../infra/mail';
import type { Telemetry } from '../telemetry/index';

/** What a resource may use of the outside; everything in it is replaceable in tests. */
export interface Deps {
  readonly env: Env;
  readonly db: Connection;
  readonly clock: Clock;
  readonly log: Logger;
  /** 32+ bytes; derive keys from it by HKDF with a purpose label, never use it directly. */
  readonly secret: Buffer;
  readonly dataDir: string;
  /** Sends traces to a collector, when the settings name one. */
  readonly telemetry?: Telemetry | null;
  /** Told of every message that went to the outbox instead of a mail server. */
  readonly onMail?: (mail: Mail) => void;
}

/** One business component: its routes, its timed work, and what it does when an account goes. */
export interface Resource {
  readonly name: string;
  /** Binds contract routes. */
  routes?(api: Binder, deps: Deps): void;
  /** Mounts what is not part of the JSON contract (sign-in, photo bytes, pages). */
  mount?(router: Router, deps: Deps): void;
  /** Starts timed work; the returned function stops it and resolves when nothing runs any more. */
  start?(deps: Deps): () => Promise<void>;
  /** Builds indexes and caches before the first request. */
  prepare?(deps: Deps): Promise<void>;
  /** Seals every sensitive field under the current key, whatever it was sealed under before, or not at all; answers how many it changed. */
  reseal?(deps: Deps): Promise<number>;
  /** A few stored values of what this resource seals, at a constant cost, to try the keys on. */
  sampleSealed?(deps: Pick<Deps, 'db'>): Promise<readonly SealedValue[]>;
  /** Everything held about the student, for the export. */
  exportUser?(userId: string, deps: Deps): Promise<unknown>;
  /** Erases everything held about the student, whose proven address may be told. Safe to repeat. */
  eraseUser?(userId: string, deps: Deps, email?: string): Promise<void>;
}
