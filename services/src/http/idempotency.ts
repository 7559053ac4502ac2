import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Schema, type Connection, type Model } from 'mongoose';
import { ApiError } from './api-error';

interface Stored {
  _id: string;
  fingerprint: string;
  status: number | null;
  body: unknown;
  createdAt: Date;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const KEY = /^[\x21-\x7e]{8,128}$/;
const DAY_SECONDS = 24 * 60 * 60;
/** Longer than any request may run. */
const ABANDONED_MS = 60_000;

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    status: { type: Number, default: null },
    body: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true, expires: DAY_SECONDS },
  },
  { versionKey: false, collection: 'idempotency_keys' },
);

export interface Idempotency {
  /**
   * Runs `work` once per (student, path, Idempotency-Key): a repeat within a day gets the first answer, a repeat with another
   * body 422, a repeat while the first still runs 409. A refusal frees the key; so does a first request that never ended (its
   * process died), after a minute. Without the header `work` just runs.
   */
  once(ctx: Context, userId: string, body: unknown, work: () => Promise<Answer>): Promise<Answer>;
}

export function createIdempotency(db: Connection): Idempotency {
  const Keys = (db.models.IdempotencyKey as Model<Stored>) ?? db.model<Stored>('IdempotencyKey', schema);
  const isDuplicate = (error: unknown) => (error as { code?: number }).code === 11000;
  /** One conditional write: of several repeats, one takes an abandoned key. */
  const takeOver = async ({ _id, createdAt }: Stored): Promise<boolean> => {
    if (Date.now() - createdAt.getTime() < ABANDONED_MS) return false;
    const taken = await Keys.updateOne({ _id, status: null, createdAt }, { createdAt: new Date() });
    return taken.modifiedCount === 1;
  };
  return {
    async once(ctx, userId, body, work) {
      const key = ctx.get('idempotency-key');
      if (!key) return work();
      if (!KEY.test(key)) {
        throw new ApiError('validation_failed', {
          errors: [{ pointer: '', detail: 'Idempotency-Key must be 8 to 128 visible characters.' }],
        });
      }
      const _id = createHash('sha256').update(`${userId}\n${ctx.path}\n${key}`).digest('hex');
      const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      try {
        await Keys.create({ _id, fingerprint, createdAt: new Date() });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const first = await Keys.findById(_id).lean();
        if (first && first.fingerprint !== fingerprint) throw new ApiError('idempotency_mismatch');
        if (first && first.status !== null) {
          ctx.set('idempotent-replayed', 'true');
          return { status: first.status, body: first.body };
        }
        if (!first || !(await takeOver(first)))
          throw new ApiError('idempotency_in_flight', { retryAfterSeconds: 1 });
      }
      try {
        const answer = await work();
        await Keys.updateOne({ _id }, { status: answer.status, body: answer.body });
        return answer;
      } catch (error) {
        await Keys.deleteOne({ _id });
        throw error;
      }
    },
  };
}
