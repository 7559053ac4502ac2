import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Schema, type Connection, type Model } from 'mongoose';
import { IDEMPOTENCY_KEY } from '@flint/contracts';
import { message } from '@flint/texts/catalogue';
import { isDuplicateKey } from '../infra/duplicate-key';
import { ApiError } from './api-error';

interface Stored {
  _id: string;
  /** Hash of the student's id, so that an erased account takes its answers along. */
  owner: string;
  fingerprint: string;
  status: number | null;
  body: unknown;
  createdAt: Date;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Longer than any request may run. */
const ABANDONED_MS = 60_000;

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true, index: true },
    fingerprint: { type: String, required: true },
    status: { type: Number, default: null },
    body: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true, expires: DAY_SECONDS },
  },
  { versionKey: false, collection: 'idempotency_keys' },
);

/** Where an answer names students, for when one of them deletes their account. */
const SHOWN_IN = ['body.userId', 'body.fromUserId', 'body.toUserId'] as const;
for (const path of SHOWN_IN) schema.index({ [path]: 1 }, { sparse: true });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const keysOf = (db: Connection) =>
  (db.models.IdempotencyKey as Model<Stored>) ?? db.model<Stored>('IdempotencyKey', schema);

/** Makes the collection and its indexes; without it the first requests race with that. */
export const prepareIdempotency = async (db: Connection): Promise<void> => void (await keysOf(db).init());

/** Removes the answers kept for a student, and those kept for others that show this student. */
export async function forgetAnswers(db: Connection, userId: string): Promise<void> {
  const shown = SHOWN_IN.map((at) => ({ [at]: userId }));
  await keysOf(db).deleteMany({ $or: [{ owner: sha256(userId) }, ...shown] });
}

export interface Idempotency {
  /**
   * Runs `work` once per (student, path, Idempotency-Key): a repeat within a day gets the first answer, a repeat with another
   * body 422, a repeat while the first still runs 409. A refusal frees the key; so does a first request that never ended (its
   * process died), after a minute. Without the header `work` just runs.
   */
  once(ctx: Context, userId: string, body: unknown, work: () => Promise<Answer>): Promise<Answer>;
}

export function createIdempotency(db: Connection, abandonedMs = ABANDONED_MS): Idempotency {
  const Keys = keysOf(db);
  /** One conditional write: of several repeats, one takes an abandoned key. */
  const takeOver = async ({ _id, createdAt }: Stored): Promise<boolean> => {
    if (Date.now() - createdAt.getTime() < abandonedMs) return false;
    const taken = await Keys.updateOne({ _id, status: null, createdAt }, { createdAt: new Date() });
    return taken.modifiedCount === 1;
  };
  return {
    async once(ctx, userId, body, work) {
      const key = ctx.req.headers['idempotency-key'];
      if (key === undefined) return work();
      if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
        throw new ApiError('validation_failed', {
          errors: [{ pointer: '', detail: message('Idempotency-Key must be 8 to 128 visible characters.') }],
        });
      }
      const _id = sha256(`${userId}\n${ctx.path}\n${key}`);
      const fingerprint = sha256(JSON.stringify(body ?? null));
      try {
        await Keys.create({ _id, owner: sha256(userId), fingerprint, createdAt: new Date() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
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
