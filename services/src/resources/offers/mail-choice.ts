import { API_BASE } from '@flint/contracts';
import { isSameHash, keyedHash } from '../../infra/keyed-hash';
import type { Deps } from '../resource';
import { mailChoices } from './mail-choice.model';

/** Whether this student gets mail about offers; on by default. */
export async function wantsMail({ db }: Deps, userId: string): Promise<boolean> {
  const found = await mailChoices(db).findOne({ _id: userId }).lean();
  return found?.wanted ?? true;
}

export async function chooseMail({ db }: Deps, userId: string, wanted: boolean): Promise<void> {
  if (wanted) await mailChoices(db).deleteOne({ _id: userId });
  else await mailChoices(db).updateOne({ _id: userId }, { $set: { wanted } }, { upsert: true });
}

/** Where one click ends mail about offers (RFC 8058), below the origin. */
export const UNSUBSCRIBE_PATH = `${API_BASE}/offers/unsubscribe`;

const macOf = (deps: Deps, userId: string) => keyedHash(deps, 'unsubscribe', userId);

/** The address that turns this student's mail off without a session; it does nothing else. */
export function unsubscribeUrl(deps: Deps, userId: string): string {
  const url = new URL(UNSUBSCRIBE_PATH, deps.env.PUBLIC_URL);
  url.searchParams.set('u', userId);
  url.searchParams.set('t', macOf(deps, userId));
  return url.href;
}

/** The student of such an address; null if its signature is invalid. */
export function unsubscribedBy(deps: Deps, { u, t }: Readonly<Record<string, unknown>>): string | null {
  if (typeof u !== 'string' || typeof t !== 'string') return null;
  return isSameHash(t, macOf(deps, u)) ? u : null;
}
