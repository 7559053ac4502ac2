import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { revocations } from './revocation.model';

type Needs = Pick<Deps, 'db' | 'secret'>;

const nameOf = (secret: Buffer, id: string) =>
  createHmac('sha256', deriveKey(secret, 'sign-in/revocations')).update(id).digest('base64url');

/** Notes that an account was erased or a session ended: what was given out under its id so far is refused from now on. */
export async function revoke(
  { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>,
  id: string,
): Promise<void> {
  const before = clock.now();
  await revocations(db).updateOne({ _id: nameOf(secret, id) }, { $set: { before } }, { upsert: true });
}

/** When that was, or null; it is known for a week. */
export async function revokedSince({ db, secret }: Needs, id: string): Promise<Date | null> {
  return (await revocations(db).findById(nameOf(secret, id)).lean())?.before ?? null;
}

/** Whether that was noted of any of these. */
export async function isAnyRevoked({ db, secret }: Needs, ids: readonly string[]): Promise<boolean> {
  const names = ids.map((id) => nameOf(secret, id));
  return (await revocations(db).exists({ _id: mongoose.trusted({ $in: names }) })) !== null;
}
