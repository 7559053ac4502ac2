import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Schema, type Connection, type mongo } from 'mongoose';
import { lock, unlock } from '../infra/aes-gcm';
import { deriveKey } from '../infra/derive-key';
import { modelOf } from '../infra/model-of';
import { randomId } from '../infra/random-id';
import { bytesOf } from '../infra/sealed-fields';
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
  /** The body, encrypted: it may hold a secret address, or what students wrote. */
  body: mongo.Binary | null;
  /** Hashes of the students whom the body names, so that erasing one deletes it. */
  shows: string[];
  /** Random; the request that runs the work. Absent in rows of older versions. */
  holder?: string;
  createdAt: Date;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Needs {
  readonly db: Connection;
  readonly secret: Buffer;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Longer than any request may run. */
const ABANDONED_MS = 60_000;

/** Members of a response that name students. */
const SHOWN_IN = ['userId', 'fromUserId', 'toUserId'] as const;

const keysOf = modelOf<Stored>('IdempotencyKey', 'idempotency_keys', {
  _id: { type: String, required: true },
  owner: { type: String, required: true, index: true },
  fingerprint: { type: String, required: true },
  status: { type: Number, default: null },
  body: { type: Schema.Types.Buffer, default: null },
  shows: { type: [String], required: true, default: [], index: true },
  holder: { type: String },
  createdAt: { type: Date, required: true, expires: DAY_SECONDS },
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Under a key of the master secret, which no change of DATA_KEYS ends. */
const keyOf = ({ secret }: Needs) => deriveKey(secret, 'kept-answers');

const encrypt = (needs: Needs, id: string, body: unknown) =>
  lock(keyOf(needs), id, Buffer.from(JSON.stringify(body)));

const decrypt = (needs: Needs, id: string, bytes: Buffer): unknown =>
  JSON.parse(unlock(keyOf(needs), id, bytes).toString('utf8'));

const shownIn = (body: unknown): string[] =>
  SHOWN_IN.flatMap((member) => {
    const id = (body as Record<string, unknown> | null)?.[member];
    return typeof id === 'string' ? [sha256(id)] : [];
  });

/** Deletes the responses stored for a student, and those of others that show this student. */
export async function eraseAnswers(db: Connection, userId: string): Promise<void> {
  const hash = sha256(userId);
  await keysOf(db).deleteMany({ $or: [{ owner: hash }, { shows: hash }] });
}

export interface Idempotency {
  /**
   * Runs `work` once per (student, path, Idempotency-Key). Within a day, a repeat gets the first response; a repeat with another body 422; a
   * repeat during the first request 409. A refusal frees the key, and so does a first request whose process died, after a minute. Without
   * the header, `work` just runs.
   */
  once(ctx: Context, userId: string, body: unknown, work: () => Promise<Answer>): Promise<Answer>;
}

export function createIdempotency(needs: Needs, abandonedMs = ABANDONED_MS): Idempotency {
  const Keys = keysOf(needs.db);
  /** One conditional write: of several repeats only one takes over an abandoned key. */
  const takeOver = async ({ _id, createdAt }: Stored, holder: string): Promise<boolean> => {
    if (Date.now() - createdAt.getTime() < abandonedMs) return false;
    const taken = await Keys.updateOne({ _id, status: null, createdAt }, { createdAt: new Date(), holder });
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
      // a request that outlived its key changes nothing of the one that took it over
      const mine = { _id, holder: randomId() };
      try {
        await Keys.create({ ...mine, owner: sha256(userId), fingerprint, createdAt: new Date() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const first = await Keys.findById(_id).lean();
        if (first && first.fingerprint !== fingerprint) throw new ApiError('idempotency_mismatch');
        if (first && first.status !== null) {
          ctx.set('idempotent-replayed', 'true');
          return { status: first.status, body: first.body && decrypt(needs, _id, bytesOf(first.body)) };
        }
        if (!first || !(await takeOver(first, mine.holder)))
          throw new ApiError('idempotency_in_flight', { retryAfterSeconds: 1 });
      }
      const keep = async ({ status, body: given }: Answer) =>
        Keys.updateOne(mine, { status, body: given && encrypt(needs, _id, given), shows: shownIn(given) });
      const answer = await work().catch(async (error: unknown) => {
        await Keys.deleteOne(mine);
        throw error;
      });
      // the work is done, whatever becomes of its copy
      await keep(answer).catch(() => undefined);
      return answer;
    },
  };
}
