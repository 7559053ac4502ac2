import { LIMITS } from '@flint/contracts';
import { trusted, type ClientSession } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { quotas } from './quota.model';
import type { Thread } from './thread';

const DAY_MS = 24 * 3_600_000;

/** Throws 429 if today's offers of this student are used up. Reads the quota only if the student has that many threads of today. */
export async function refuseOverQuota(deps: Deps, userId: string, own: readonly Thread[]): Promise<void> {
  const since = deps.clock.now().getTime() - DAY_MS;
  const today = own.filter((each) => each.initiatorId === userId && each.createdAt.getTime() > since);
  if (today.length >= LIMITS.offersPerDay) await refuse(deps, userId);
}

async function refuse({ db, clock }: Deps, userId: string): Promise<void> {
  const last = (await quotas(db).findById(userId).lean())?.sentAt[LIMITS.offersPerDay - 1];
  const leftMs = (last?.getTime() ?? 0) + DAY_MS - clock.now().getTime();
  if (leftMs > 0) throw new ApiError('offer_limit_reached', { retryAfterSeconds: leftMs / 1000 });
}

/** Counts one offer of this student, in a transaction. Throws 429 if today's are used up. */
export async function countOffer(deps: Deps, userId: string, session: ClientSession): Promise<void> {
  const now = deps.clock.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  try {
    await quotas(deps.db).updateOne(
      { _id: userId, [`sentAt.${LIMITS.offersPerDay - 1}`]: trusted({ $not: { $gt: dayAgo } }) },
      {
        $push: { sentAt: { $each: [now], $position: 0, $slice: LIMITS.offersPerDay } },
        $set: { staleAt: new Date(now.getTime() + DAY_MS) },
      },
      { upsert: true, session },
    );
  } catch (error) {
    // nothing matched, so the upsert met the student's full quota
    if (isDuplicateKey(error, '_id')) await refuse(deps, userId);
    throw error;
  }
}
