import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import mongoose, { Schema, type Connection } from 'mongoose';
import { modelOf } from '../infra/model-of';
import type { Clock } from '../infra/clock';
import { ApiError } from './api-error';
import { carriedOver, retryAfterSeconds } from './sliding-window';

export interface Limit {
  /** Stable name, used in the counter's key and the RateLimit header fields. */
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

export interface Budget {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
  /** Seconds until one more is allowed, if nobody takes one meanwhile. */
  readonly retrySeconds: number;
}

interface Needs {
  readonly db: Connection;
  readonly clock: Clock;
}

/** One budget: the counts of the present and the previous window, by window number. */
interface Counter {
  _id: string;
  taken: Record<string, number>;
  expiresAt: Date;
}

const counters = modelOf<Counter>('RateLimit', 'rate_limits', {
  _id: { type: String, required: true },
  taken: { type: Schema.Types.Mixed, required: true },
  expiresAt: { type: Date, required: true, expires: 0 },
});

/** Creates the counters' collection and index, before the first requests need them. */
export const prepareRateLimits = async (db: Connection): Promise<void> => void (await counters(db).init());

const isDuplicate = (error: unknown) => (error as { code?: number }).code === 11000;

function windowOf(clock: Clock, limit: Limit, key: string) {
  const now = clock.now().getTime();
  const length = limit.seconds * 1000;
  const number = Math.floor(now / length);
  const hash = createHash('sha256').update(key).digest('base64url').slice(0, 22);
  const end = (number + 1) * length;
  return {
    _id: `${limit.name}:${hash}`,
    number,
    leftMs: end - now,
    keptUntil: new Date(end + length),
  };
}

type Window = ReturnType<typeof windowOf>;

/** The present count: this window plus the overlapping part of the previous one. Refused requests are not counted in the latter. */
function answerOf(limit: Limit, { number, leftMs }: Window, counter: Counter | null) {
  const { [number]: own = 0, [number - 1]: before = 0 } = counter?.taken ?? {};
  const taken = own + carriedOver(limit, before, leftMs);
  return {
    taken,
    remaining: Math.max(0, limit.max - taken),
    resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    retrySeconds: retryAfterSeconds(limit, own, before, leftMs),
  };
}

/** The state of a budget, without taking from it. */
export async function readLimit({ db, clock }: Needs, limit: Limit, key: string): Promise<Budget> {
  const window = windowOf(clock, limit, key);
  const counter = await counters(db).findById(window._id).lean();
  const { taken, ...answer } = answerOf(limit, window, counter);
  return { ...answer, allowed: taken < limit.max };
}

/**
 * Takes one from a budget that all processes share, in one atomic write. The window slides: requests of the previous window count as evenly
 * spread, so no period of that length holds much more than `max`. The key is stored as a hash.
 */
export async function spendOne({ db, clock }: Needs, limit: Limit, key: string): Promise<Budget> {
  const window = windowOf(clock, limit, key);
  const { _id, number, keptUntil } = window;
  const count = () =>
    counters(db)
      .findOneAndUpdate(
        { _id },
        {
          $inc: { [`taken.${number}`]: 1 },
          $set: { expiresAt: keptUntil },
          $unset: { [`taken.${number - 2}`]: 1 },
        },
        { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
      )
      .lean();
  const counter = await count().catch((error: unknown) => {
    // of two concurrent first requests, one upsert fails and then finds the counter
    if (isDuplicate(error)) return count();
    throw error;
  });
  const { taken, ...answer } = answerOf(limit, window, counter);
  return { ...answer, allowed: taken <= limit.max };
}

/** Gives one back that should not count; does nothing when its window is over. */
export async function refundOne({ db, clock }: Needs, limit: Limit, key: string): Promise<void> {
  const { _id, number } = windowOf(clock, limit, key);
  const own = `taken.${number}`;
  await counters(db).updateOne({ _id, [own]: mongoose.trusted({ $gt: 0 }) }, { $inc: { [own]: -1 } });
}

/** Writes the IETF RateLimit header fields (draft-ietf-httpapi-ratelimit-headers), and Retry-After on a refusal. */
export function writeLimit(ctx: Context, limit: Limit, taken: Budget): void {
  ctx.set('ratelimit-policy', `"${limit.name}";q=${limit.max};w=${limit.seconds}`);
  ctx.set('ratelimit', `"${limit.name}";r=${taken.remaining};t=${taken.resetSeconds}`);
  if (!taken.allowed) ctx.set('retry-after', String(taken.retrySeconds));
}

/** Refuses with 429 rate_limited what is not allowed. */
export function refuseBeyond({ allowed, retrySeconds }: Budget): void {
  if (!allowed) throw new ApiError('rate_limited', { retryAfterSeconds: retrySeconds });
}

/** Counts this request against `limit` for `key` (a user id, a client address). Throws 429 rate_limited. */
export async function enforceLimit(ctx: Context, needs: Needs, limit: Limit, key: string): Promise<void> {
  const taken = await spendOne(needs, limit, key);
  writeLimit(ctx, limit, taken);
  refuseBeyond(taken);
}
