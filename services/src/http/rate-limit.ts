import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import mongoose, { Schema, type Connection, type Model } from 'mongoose';
import type { Clock } from '../infra/clock';
import { ApiError } from './api-error';

export interface Limit {
  /** Stable name: part of the counter's key and of the RateLimit header fields. */
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** Counts what is left of the window before, too: no stretch of that length holds much more than `max`. */
  readonly slides?: boolean;
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
  const end = (window + 1) * length;
  return {
    _id: `${limit.name}:${window}:${hash}`,
    before: `${limit.name}:${window - 1}:${hash}`,
    /** How much of the window before still lies within its length from now. */
    share: (end - now) / length,
    now,
    end,
    keptUntil: new Date(limit.slides ? end + length : end),
  };
}

type Window = ReturnType<typeof windowOf>;

/** What a sliding window still counts of the one before; what was refused then counts no more. */
async function carriedOver(db: Connection, limit: Limit, { before, share }: Window): Promise<number> {
  if (!limit.slides) return 0;
  const taken = (await counters(db).findById(before).lean())?.taken ?? 0;
  return Math.floor(Math.min(taken, limit.max) * share);
}

const answerOf = (limit: Limit, taken: number, allowed: boolean, { end, now }: Window): Taken => ({
  allowed,
  remaining: Math.max(0, limit.max - taken),
  resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
});

/** What is left of a budget, without taking from it; not allowed once it is used up. */
export async function lookAt({ db, clock }: Needs, limit: Limit, key: string): Promise<Taken> {
  const window = windowOf(clock, limit, key);
  const own = (await counters(db).findById(window._id).lean())?.taken ?? 0;
  const taken = own + (await carriedOver(db, limit, window));
  return answerOf(limit, taken, taken < limit.max, window);
}

/**
 * Takes one from a budget shared by every process on the database, counted by one atomic write. A fixed window: the most that passes in
 * any stretch as long as it is twice `max`; one that slides takes what came before for evenly spread. The key is stored as a hash.
 */
export async function takeOne({ db, clock }: Needs, limit: Limit, key: string): Promise<Taken> {
  const window = windowOf(clock, limit, key);
  const count = () =>
    counters(db)
      .findOneAndUpdate(
        { _id: window._id },
        { $inc: { taken: 1 }, $setOnInsert: { expiresAt: window.keptUntil } },
        { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
      )
      .lean();
  const { taken: own } = await count().catch((error: unknown) => {
    // two first requests of a window at once: one of the upserts loses and finds the other's counter
    if (isDuplicate(error)) return count();
    throw error;
  });
  const taken = own + (await carriedOver(db, limit, window));
  return answerOf(limit, taken, taken <= limit.max, window);
}

/** Gives one back that turned out to count against nobody; nothing happens when its window is over. */
export async function giveBack({ db, clock }: Needs, limit: Limit, key: string): Promise<void> {
  const { _id } = windowOf(clock, limit, key);
  await counters(db).updateOne({ _id, taken: mongoose.trusted({ $gt: 0 }) }, { $inc: { taken: -1 } });
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
