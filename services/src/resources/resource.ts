import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Env } from '../env';
import type { Binder } from '../http/bind';
import type { Clock } from '../infra/clock';
import type { SealedFields } from '../infra/sealed-fields';
import type { Mail } from '../infra/mail';
import type { Telemetry } from '../telemetry/index';

/** The external dependencies of a resource; tests can replace each. */
export interface Deps {
  readonly env: Env;
  readonly db: Connection;
  readonly clock: Clock;
  readonly log: Logger;
  /** At least 32 bytes. Derive keys from it by HKDF with a purpose label; never use it directly. */
  readonly secret: Buffer;
  readonly dataDir: string;
  /** Sends traces to a collector if one is configured. */
  readonly telemetry?: Telemetry | null;
  /** Set while a restore repeats an erasure: no job is stored, because everybody was told when it happened. */
  readonly isRepeat?: boolean;
  /** Called for each message that went to the outbox instead of a mail server. */
  readonly onMail?: (mail: Mail) => void;
}

/** Work at an interval of wall-clock time; it reads its own clock for what is due. */
export interface TimedWork {
  readonly everyMs: number;
  run(deps: Deps): Promise<unknown>;
  /** Whether it writes nothing, and so goes on while this process may not write. */
  readonly isMeasure?: boolean;
  /** What the log says when it fails; it is tried again at the next interval. */
  readonly failed: string;
}

/** One business component: its routes, its timed work, and its part of erasing an account. */
export interface Resource {
  readonly name: string;
  /** Binds contract routes. */
  routes?(api: Binder, deps: Deps): void;
  /** Writes refusals of its paths in another form than problem+json; null if there are none. */
  refusals?(deps: Deps): Middleware | null;
  /** Mounts routes outside the JSON contract (sign-in, photo bytes, pages). */
  mount?(router: Router, deps: Deps): void;
  /** Work that each process does at an interval, never twice at once. Of several processes, one does each item. */
  readonly timed?: readonly TimedWork[];
  /** Starts what lives as long as the process. The returned function stops it and resolves when nothing runs. */
  start?(deps: Deps): () => Promise<void>;
  /** Rewrites what an earlier release stored, before indexes are built. */
  upgrade?(deps: Deps): Promise<void>;
  /** Fills caches before the first request. */
  prepare?(deps: Deps): Promise<void>;
  /** Its sealed fields; a change of keys seals them again. */
  readonly sealed?: readonly SealedFields[];
  /** Everything stored about the student, for the export. */
  exportUser?(userId: string, deps: Deps): Promise<unknown>;
  /** Erases everything stored about the student; `email` is the verified address, if known. Safe to repeat. */
  eraseUser?(userId: string, deps: Deps, email?: string): Promise<void>;
}
