import { createHmac } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { revocations } from './revocation.model';

type Needs = Pick<Deps, 'db' | 'secret'>;

const nameOf = (secret: Buffer, id: string) =>
  createHmac('sha256', deriveKey(secret, 'sign-in/revocations')).update(id).digest('base64url');

/** Records that an account was erased or a hosted project's session ended, so that everything issued under its id so far is refused. */
export async function revoke(
  { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>,
  id: string,
): Promise<void> {
  const before = clock.now();
  await revocations(db).updateOne({ _id: nameOf(secret, id) }, { $set: { before } }, { upsert: true });
}

/** When the id was revoked, or null. Recorded for eight days. */
export async function revokedSince({ db, secret }: Needs, id: string): Promise<Date | null> {
  return (await revocations(db).findById(nameOf(secret, id)).lean())?.before ?? null;
}
