import { keyedHash } from '../../infra/keyed-hash';
import type { Deps } from '../resource';
import { revocations } from './revocation.model';

type Needs = Pick<Deps, 'db' | 'secret'>;

const nameOf = (deps: Pick<Deps, 'secret'>, id: string) => keyedHash(deps, 'sign-in/revocations', id);

/** Records that an account was erased or a hosted project's session ended, so that everything issued under its id so far is refused. */
export async function revoke(deps: Needs & Pick<Deps, 'clock'>, id: string): Promise<void> {
  const before = deps.clock.now();
  await revocations(deps.db).updateOne({ _id: nameOf(deps, id) }, { $set: { before } }, { upsert: true });
}

/** When the id was revoked, or null. Recorded for eight days. */
export async function revokedSince(deps: Needs, id: string): Promise<Date | null> {
  return (await revocations(deps.db).findById(nameOf(deps, id)).lean())?.before ?? null;
}
