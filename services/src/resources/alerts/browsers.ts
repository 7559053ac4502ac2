import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { createECDH } from 'node:crypto';
import { ApiError } from '../../http/api-error';
import { cipherOf } from '../../infra/field-cipher';
import { tokenHash } from '../../infra/token-hash';
import type { Deps } from '../resource';
import { alertBrowsers, type AlertBrowser } from './alert.model';
import { isPushAddress } from './push-address';
import type { PushTarget } from './push';

const placeOf = (id: string) => `alert_browsers/${id}/target`;

export const SEALED_TARGET = { field: 'target', placeOf };

/** Whether a message can be encrypted for it: a point of the curve, and 16 bytes (RFC 8291). */
function areKeys({ p256dh, auth }: PushTarget['keys']): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
}

/** Adds a browser; one that another student used before is this student's from now on. Throws alert_address_refused. */
export async function addBrowser(deps: Deps, userId: string, target: PushTarget): Promise<void> {
  const { db, env, clock } = deps;
  if (!isPushAddress(target.endpoint, env.PUSH_LOCAL) || !areKeys(target.keys))
    throw new ApiError('alert_address_refused');
  const _id = tokenHash(target.endpoint);
  const sealed = cipherOf(deps).seal(target, placeOf(_id));
  const set = { $set: { userId, target: sealed, addedAt: clock.now() } };
  await alertBrowsers(db).updateOne({ _id }, set, { upsert: true });
  const all = await alertBrowsers(db).find({ userId }, { _id: 1 }).sort({ addedAt: -1, _id: 1 }).lean();
  const surplus = all.slice(LIMITS.alertBrowsersMax).map((each) => each._id);
  if (surplus.length > 0) await alertBrowsers(db).deleteMany({ _id: trusted({ $in: surplus }), userId });
}

export async function removeBrowser({ db }: Deps, userId: string, endpoint: string): Promise<void> {
  await alertBrowsers(db).deleteOne({ _id: tokenHash(endpoint), userId });
}

/** The browsers of a student, in the clear. */
export async function browsersOf(
  deps: Deps,
  userId: string,
): Promise<{ readonly id: string; readonly target: PushTarget; readonly addedAt: Date }[]> {
  const found = await alertBrowsers(deps.db).find({ userId }).lean<AlertBrowser[]>();
  return found.map(({ _id, target, addedAt }) => ({
    id: _id,
    target: cipherOf(deps).open(target, placeOf(_id)) as PushTarget,
    addedAt,
  }));
}
