import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Clock } from '../infra/clock';
import { modelOf } from '../infra/model-of';
import { ApiError } from './api-error';

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

/** What one student may read: many times what a page that follows everything asks for. Pictures, a calendar and the account have one each. */
export const READS: Limit = { name: 'reads', max: 3_000, seconds: 300 };
/** What one student may change: far above any use by hand, autosave included. */
export const WRITES: Limit = { name: 'writes', max: 600, seconds: 300 };

interface Needs {
  readonly db: Connection;
  readonly clock: Clock;
}

/** A document of rate-limiter-flexible; declared so that its indexes are built and checked like all others. */
interface Counter {
  key: string;
  points: number;
  expire: Date;
}

const counters = modelOf<Counter>('RateCount', 'rate_counts', {
  key: { type: String, required: true, unique: true },
  points: { type: Number, required: true },
  expire: { type: Date, required: true, expires: 0 },
});

/** Creates the counters' collection and indexes, before the first requests need them. */
export const prepareRateLimits = async (db: Connection): Promise<void> => void (await counters(db).init());

/** A counter is read until the end of the next window. */
const optionsOf = ({ name, max, seconds }: Limit) => ({
  keyPrefix: name,
  points: max,
  duration: 2 * seconds,
});

/** The counters that all processes share, in the database. */
const sharedLimiter = ({ db }: Needs, limit: Limit) =>
  new RateLimiterMongo({
    ...optionsOf(limit),
    storeClient: db.getClient(),
    dbName: db.name,
    tableName: counters(db).collection.collectionName,
    disableIndexesCreation: true,
  });

/** Keys, such as addresses, are stored as a hash. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/**
 * The part of the previous window that counts when `leftMs` of this one are left: evenly spread, and at most the limit. Computed in whole
 * numbers, so it is exact to the millisecond.
 */
export const carriedOver = (
  { max, seconds }: Pick<Limit, 'max' | 'seconds'>,
  before: number,
  leftMs: number,
): number => Math.floor((Math.min(before, max) * leftMs) / (seconds * 1000));

/** Seconds, at least one, until one more fits, with `own` in this window and `before` in the previous one. */
export function retryAfterSeconds(
  { max, seconds }: Pick<Limit, 'max' | 'seconds'>,
  own: number,
  before: number,
  leftMs: number,
): number {
  // it fits in this window once the previous one counts little enough, else when the next one begins
  const room = max - own - 1;
  const carried = Math.min(before, max);
  const fitsFrom = room < 0 ? leftMs : leftMs - ((room + 1) * seconds * 1000) / Math.max(carried, 1);
  return Math.max(1, Math.floor(fitsFrom / 1000) + 1);
}

/**
 * Counts `points` (0 only reads), in one atomic write. The library counts a window, which the app's clock numbers; the window slides:
 * requests of the previous one count as evenly spread, so no period of that length holds much more than `max`.
 */
async function count(
  limiter: RateLimiterAbstract,
  { clock }: Pick<Needs, 'clock'>,
  limit: Limit,
  key: string,
  points: 0 | 1,
): Promise<Budget> {
  const length = limit.seconds * 1000;
  const now = clock.now().getTime();
  const number = Math.floor(now / length);
  const leftMs = (number + 1) * length - now;
  const at = `${key}:${number}`;
  const [own, before] = (
    await Promise.all([
      points === 0 ? limiter.get(at) : limiter.penalty(at, points),
      limiter.get(`${key}:${number - 1}`),
    ])
  ).map((counted) => counted?.consumedPoints ?? 0) as [number, number];
  const taken = own + carriedOver(limit, before, leftMs);
  return {
    allowed: points === 0 ? taken < limit.max : taken <= limit.max,
    remaining: Math.max(0, limit.max - taken),
    resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    retrySeconds: retryAfterSeconds(limit, own, before, leftMs),
  };
}

/** The state of a budget, without taking from it. */
export const readLimit = (needs: Needs, limit: Limit, key: string): Promise<Budget> =>
  count(sharedLimiter(needs, limit), needs, limit, hashOf(key), 0);

/** Takes one from a budget that all processes share. */
export const spendOne = (needs: Needs, limit: Limit, key: string): Promise<Budget> =>
  count(sharedLimiter(needs, limit), needs, limit, hashOf(key), 1);

/** Gives one back that should not count; in the next window it is one more. */
export async function refundOne(needs: Needs, limit: Limit, key: string): Promise<void> {
  const number = Math.floor(needs.clock.now().getTime() / (limit.seconds * 1000));
  await sharedLimiter(needs, limit).reward(`${hashOf(key)}:${number}`);
}

/** Whether this is the first time that `key` is taken within that many seconds. */
export async function takeOnce(needs: Needs, name: string, key: string, seconds: number): Promise<boolean> {
  const limiter = sharedLimiter(needs, { name, max: 1, seconds });
  return (await limiter.penalty(hashOf(key))).consumedPoints === 1;
}

/** Counts one for a key. */
export type CountOne = (key: string) => Promise<Budget>;

/**
 * Counts in the memory of this process: a counter in the database costs as much as the request it counts. Limits that protect another
 * person or a mailbox are counted by `spendOne`.
 */
export function createMemoryLimit(limit: Limit, clock: Clock): CountOne {
  const limiter = new RateLimiterMemory(optionsOf(limit));
  return (key) => count(limiter, { clock }, limit, key, 1);
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
