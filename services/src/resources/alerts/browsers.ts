import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { createECDH } from 'node:crypto';
import { ApiError } from '../../http/api-error';
import { doEach } from '../../infra/do-each';
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
  readonly target: PushTarget;
  readonly addedAt: Date;
}

const opened = (deps: Deps, found: readonly AlertBrowser[]): OpenBrowser[] =>
  found.map(({ _id, target, addedAt }) => ({
    id: _id,
    target: cipherOf(deps).open(target, placeOf(_id)) as PushTarget,
    addedAt,
  }));

const findBrowsers = ({ db }: Deps, userId: string) =>
  alertBrowsers(db).find({ userId }).lean<AlertBrowser[]>();

/** A student's browsers, with their addresses opened. */
export const browsersOf = async (deps: Deps, userId: string): Promise<OpenBrowser[]> =>
  opened(deps, await findBrowsers(deps, userId));

/** Those whose session is live. The others are deleted, so a browser gets no alerts after sign-out there or everywhere. */
export const liveBrowsersOf = async (deps: Deps, userId: string): Promise<OpenBrowser[]> =>
  opened(deps, await pruneEndedBrowsers(deps, userId));

/** Deletes the browsers whose session has ended. Returns the others. */
export async function pruneEndedBrowsers(deps: Deps, userId: string): Promise<AlertBrowser[]> {
  const found = await findBrowsers(deps, userId);
  // rows of the first version name no session
  const isOver = await Promise.all(
    found.map(({ sessionId }) => sessionId === undefined || wasEnded(deps, { userId, sessionId })),
  );
  const ended = found.filter((_, i) => isOver[i]).map(({ _id }) => _id);
  if (ended.length > 0) await alertBrowsers(deps.db).deleteMany({ _id: trusted({ $in: ended }), userId });
  return found.filter((_, i) => !isOver[i]);
}

/** Deletes the student's browsers of all sessions but this one; a hosted project does not tell that it ended them. */
export async function endAlertsElsewhere({ db }: Deps, { userId, sessionId }: Owner): Promise<void> {
  await alertBrowsers(db).deleteMany({ userId, sessionId: trusted({ $ne: sessionId }) });
}

/** Deletes the browsers of every session that has ended; a hosted project's is known to have ended for eight days only. */
export async function pruneEveryBrowser(deps: Deps): Promise<void> {
  const students = await alertBrowsers(deps.db).distinct('userId');
  await doEach(students, (userId) => pruneEndedBrowsers(deps, userId));
}
