import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Schema, type Connection } from 'mongoose';
import { modelOf } from '../infra/model-of';
import { IDEMPOTENCY_KEY } from '@flint/contracts';
import { message } from '@flint/texts/catalogue';
import { isDuplicateKey } from '../infra/duplicate-key';
import { ApiError } from './api-error';

interface Stored {
  _id: string;
  /** Hash of the student's id, so that erasing an account deletes its responses. */
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

/** Members of a response that name students, so that erasing a student finds it. */
const SHOWN_IN = ['body.userId', 'body.fromUserId', 'body.toUserId'] as const;

const keysOf = modelOf<Stored>(
  'IdempotencyKey',
  'idempotency_keys',
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true, index: true },
    fingerprint: { type: String, required: true },
    status: { type: Number, default: null },
    body: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true, expires: DAY_SECONDS },
  },
  { indexes: SHOWN_IN.map((at) => [{ [at]: 1 }, { sparse: true }] as const) },
);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Deletes the responses stored for a student, and those of others that show this student. */
export async function eraseAnswers(db: Connection, userId: string): Promise<void> {
  const shown = SHOWN_IN.map((at) => ({ [at]: userId }));
  await keysOf(db).deleteMany({ $or: [{ owner: sha256(userId) }, ...shown] });
}

export interface Idempotency {
  /**
   * Runs `work` once per (student, path, Idempotency-Key). Within a day, a repeat gets the first response; a repeat with another body 422; a
   * repeat during the first request 409. A refusal frees the key, and so does a first request whose process died, after a minute. Without
   * the header, `work` just runs.
   */
  once(ctx: Context, userId: string, body: unknown, work: () => Promise<Answer>): Promise<Answer>;
}

export function createIdempotency(db: Connection, abandonedMs = ABANDONED_MS): Idempotency {
  const Keys = keysOf(db);
  /** One conditional write: of several repeats only one takes over an abandoned key. */
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
