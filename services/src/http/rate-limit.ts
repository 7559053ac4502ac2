import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Clock } from '../infra/clock';
import { ApiError } from './api-error';

export interface Limit {
  /** Stable name: part of the counter's key and of the RateLimit header fields. */
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

export interface Taken {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

interface Needs {
  readonly db: Connection;
  readonly clock: Clock;
}

interface Counter {
  _id: string;
  taken: number;
  expiresAt: Date;
}

const schema = new Schema<Counter>(
  {
    _id: { type: String, required: true },
    taken: { type: Number, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'rate_limits' },
);

const counters = (db: Connection) =>
  (db.models.RateLimit as Model<Counter>) ?? db.model<Counter>('RateLimit', schema);

/** Makes the counters' collection and index; without it the first requests race with that. */
export const prepareRateLimits = async (db: Connection): Promise<void> => void (await counters(db).init());

const isDuplicate = (error: unknown) => (error as { code?: number }).code === 11000;

function windowOf(clock: Clock, limit: Limit, key: string) {
  const now = clock.now().getTime();
  const length = limit.seconds * 1000;
  const window = Math.floor(now / length);
  const hash = createHash('sha256').update(key).digest('base64url').slice(0, 22);
  return { _id: `${limit.name}:${window}:${hash}`, now, end: (window + 1) * length };
}

/** What is left of a budget, without taking from it; not allowed once it is used up. */
export async function lookAt({ db, clock }: Needs, limit: Limit, key: string): Promise<Taken> {
  const { _id, now, end } = windowOf(clock, limit, key);
  const taken = (await counters(db).findById(_id).lean())?.taken ?? 0;
  return {
    allowed: taken < limit.max,
    remaining: Math.max(0, limit.max - taken),
    resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
  };
}

/**
 * Takes one from a budget shared by every process on the database: a fixed window counted by one atomic write, so the
 * most that passes in any stretch as long as the window is twice `max`. The key is stored as a hash.
 */
export async function takeOne({ db, clock }: Needs, limit: Limit, key: string): Promise<Taken> {
  const { _id, now, end } = windowOf(clock, limit, key);
  const count = () =>
    counters(db)
      .findOneAndUpdate(
        { _id },
        { $inc: { taken: 1 }, $setOnInsert: { expiresAt: new Date(end) } },
        { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
      )
      .lean();
  const { taken } = await count().catch((error: unknown) => {
    // two first requests of a window at once: one of the upserts loses and finds the other's counter
    if (isDuplicate(error)) return count();
    throw error;
  });
  return {
    allowed: taken <= limit.max,
    remaining: Math.max(0, limit.max - taken),
    resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
  };
}

/** The IETF RateLimit header fields (draft-ietf-httpapi-ratelimit-headers), and Retry-After on a refusal. */
export function writeLimit(ctx: Context, limit: Limit, taken: Taken): void {
  ctx.set('ratelimit-policy', `"${limit.name}";q=${limit.max};w=${limit.seconds}`);
  ctx.set('ratelimit', `"${limit.name}";r=${taken.remaining};t=${taken.resetSeconds}`);
  if (!taken.allowed) ctx.set('retry-after', String(taken.resetSeconds));
}

/** Counts this request against `limit` for `key` (a user id, a client address). Refuses with 429 rate_limited. */
export async function enforceLimit(ctx: Context, needs: Needs, limit: Limit, key: string): Promise<void> {
  const taken = await takeOne(needs, limit, key);
  writeLimit(ctx, limit, taken);
  if (!taken.allowed) throw new ApiError('rate_limited', { retryAfterSeconds: taken.resetSeconds });
}
