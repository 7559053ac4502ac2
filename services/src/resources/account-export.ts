import { API_BASE, type AccountExport } from '@flint/contracts';
import { strToU8, zipSync } from 'fflate';
import type { Actor } from '../http/session';
import { isSameHash, keyedHash } from '../infra/keyed-hash';
import { erasedAt } from './erased-accounts';
import { ownPictures } from './photos/index';
import type { Deps, Resource } from './resource';
import { wasEnded } from './sign-in/index';

/** Path of the export file. The browser opens the address directly, so the address itself carries the permission. */
export const EXPORT_PATH = `${API_BASE}/account/export-file`;
const LINK_MS = 15 * 60_000;

type Owner = Pick<Actor, 'userId' | 'sessionId'>;

const macOf = (deps: Deps, { userId, sessionId }: Owner, until: string) =>
  keyedHash(deps, 'account-export', [userId, sessionId, until].join('\n'));

/** Everything stored about a student, by resource. */
export async function readExport(
  deps: Deps,
  others: readonly Resource[],
  userId: string,
): Promise<AccountExport> {
  const data: Record<string, unknown> = {};
  for (const { name, exportUser } of others) if (exportUser) data[name] = await exportUser(userId, deps);
  return { exportedAt: deps.clock.now().toISOString(), data: data as AccountExport['data'] };
}

/** An address that downloads the student's export. It is valid for 15 minutes, and only while the session lasts. */
export function buildExportLink(deps: Deps, owner: Owner): { url: string; expiresAt: string } {
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_MS);
  const until = String(expiresAt.getTime());
  const query = new URLSearchParams({
    u: owner.userId,
    s: owner.sessionId,
    until,
    t: macOf(deps, owner, until),
  });
  return { url: `${EXPORT_PATH}?${query.toString()}`, expiresAt: expiresAt.toISOString() };
}

/**
 * The owner of the data behind an export address; null when the signature is wrong, the time is over, the session has ended or the account
 * was erased meanwhile.
 */
export async function verifyExportLink(
  deps: Deps,
  { u, s, until, t }: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (typeof u !== 'string' || typeof s !== 'string' || typeof until !== 'string' || typeof t !== 'string')
    return null;
  const owner = { userId: u, sessionId: s };
  if (!isSameHash(t, macOf(deps, owner, until))) return null;
  if (Number(until) <= deps.clock.now().getTime() || (await wasEnded(deps, owner))) return null;
  const erased = await erasedAt(deps, u);
  return erased !== null && erased.getTime() >= Number(until) - LINK_MS ? null : u;
}

/** A zip of `my-data.json` and the photos. */
export async function buildExportArchive(
  deps: Deps,
  others: readonly Resource[],
  userId: string,
): Promise<Buffer> {
  const json = JSON.stringify(await readExport(deps, others, userId), null, 2);
  const pictures = await ownPictures(deps, userId);
  const files = Object.fromEntries(pictures.map((bytes, i) => [`photos/photo-${i + 1}.webp`, bytes]));
  // level 3: the pictures are compressed already
  return Buffer.from(zipSync({ 'my-data.json': strToU8(json), ...files }, { level: 3 }));
}
