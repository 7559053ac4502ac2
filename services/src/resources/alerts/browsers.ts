import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { createECDH } from 'node:crypto';
import { ApiError } from '../../http/api-error';
import { cipherOf } from '../../infra/field-cipher';
import { sealedField } from '../../infra/sealed-fields';
import { tokenHash } from '../../infra/token-hash';
import type { Actor } from '../../http/session';
import type { Deps } from '../resource';
import { wasEnded } from '../sign-in/index';
import { alertBrowsers, type AlertBrowser } from './alert.model';
import { isPushAddress } from './push-address';
import type { PushTarget } from './push';

const placeOf = (id: string) => `alert_browsers/${id}/target`;

export const SEALED_TARGET = sealedField('alert_browsers', 'target', placeOf);

/** Whether a message can be encrypted with these keys: a point on the curve and 16 bytes (RFC 8291). */
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

type Owner = Pick<Actor, 'userId' | 'sessionId'>;

/** Adds a browser until the session ends. A browser that belonged to another student now belongs to this one. Throws alert_address_refused. */
export async function addBrowser(
  deps: Deps,
  { userId, sessionId }: Owner,
  target: PushTarget,
): Promise<void> {
  const { db, env, clock } = deps;
  if (!isPushAddress(target.endpoint, env.PUSH_LOCAL) || !areKeys(target.keys))
    throw new ApiError('alert_address_refused');
  const _id = tokenHash(target.endpoint);
  const sealed = cipherOf(deps).seal(target, placeOf(_id));
  const set = { $set: { userId, sessionId, target: sealed, addedAt: clock.now() } };
  await alertBrowsers(db).updateOne({ _id }, set, { upsert: true });
  const all = await alertBrowsers(db).find({ userId }, { _id: 1 }).sort({ addedAt: -1, _id: 1 }).lean();
  const surplus = all.slice(LIMITS.alertBrowsersMax).map((each) => each._id);
  if (surplus.length > 0) await alertBrowsers(db).deleteMany({ _id: trusted({ $in: surplus }), userId });
}

export async function removeBrowser({ db }: Deps, userId: string, endpoint: string): Promise<void> {
  await alertBrowsers(db).deleteOne({ _id: tokenHash(endpoint), userId });
}

interface OpenBrowser {
  readonly id: string;
  /** Absent in rows older than this field. */
  readonly sessionId: string | undefined;
  readonly target: PushTarget;
  readonly addedAt: Date;
}

/** A student's browsers, with their addresses opened. */
export async function browsersOf(deps: Deps, userId: string): Promise<OpenBrowser[]> {
  const found = await alertBrowsers(deps.db).find({ userId }).lean<AlertBrowser[]>();
  return found.map(({ _id, sessionId, target, addedAt }) => ({
    id: _id,
    sessionId,
    target: cipherOf(deps).open(target, placeOf(_id)) as PushTarget,
    addedAt,
  }));
}

/** The browsers whose session is live. The others are deleted, so a browser gets no alerts after sign-out there or everywhere. */
export async function pruneEndedBrowsers(deps: Deps, userId: string): Promise<OpenBrowser[]> {
  const found = await browsersOf(deps, userId);
  const isOver = await Promise.all(
    found.map(({ sessionId }) => sessionId === undefined || wasEnded(deps, { userId, sessionId })),
  );
  const ended = found.filter((_, i) => isOver[i]).map(({ id }) => id);
  if (ended.length > 0) await alertBrowsers(deps.db).deleteMany({ _id: trusted({ $in: ended }), userId });
  return found.filter((_, i) => !isOver[i]);
}
