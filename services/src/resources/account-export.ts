import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@flint/contracts';
import { strToU8, zipSync } from 'fflate';
import { deriveKey } from '../infra/derive-key';
import { ownPictures } from './photos/index';
import { loadProfile } from './profile/index';
import type { Deps, Resource } from './resource';

/** Below the origin; opened by the browser itself, so the address carries the right to it. */
export const EXPORT_PATH = `${API_BASE}/account/export-file`;
const LINK_MS = 15 * 60_000;

const macOf = ({ secret }: Deps, userId: string, until: string) =>
  createHmac('sha256', deriveKey(secret, 'account-export')).update(`${userId}\n${until}`).digest();

/** Everything held about a student, by resource. */
export async function exportOf(deps: Deps, others: readonly Resource[], userId: string) {
  const data: Record<string, unknown> = {};
  for (const { name, exportUser } of others) if (exportUser) data[name] = await exportUser(userId, deps);
  return { exportedAt: deps.clock.now().toISOString(), data };
}

/** An address that downloads everything, for 15 minutes. */
export function exportLink(deps: Deps, userId: string): { url: string; expiresAt: string } {
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_MS);
  const until = String(expiresAt.getTime());
  const query = new URLSearchParams({
    u: userId,
    until,
    t: macOf(deps, userId, until).toString('base64url'),
  });
  return { url: `${EXPORT_PATH}?${query.toString()}`, expiresAt: expiresAt.toISOString() };
}

/** Whose data such an address downloads; null when it was not made here or is over. */
export function exportedBy(deps: Deps, { u, until, t }: Readonly<Record<string, unknown>>): string | null {
  if (typeof u !== 'string' || typeof until !== 'string' || typeof t !== 'string') return null;
  const given = Buffer.from(t, 'base64url');
  const expected = macOf(deps, u, until);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(until) > deps.clock.now().getTime() ? u : null;
}

/** A zip of `my-data.json` and the photos; null for somebody of whom nothing is held. */
export async function exportArchive(
  deps: Deps,
  others: readonly Resource[],
  userId: string,
): Promise<Buffer | null> {
  if (!(await loadProfile(deps, userId))) return null;
  const json = JSON.stringify(await exportOf(deps, others, userId), null, 2);
  const pictures = await ownPictures(deps, userId);
  const files = Object.fromEntries(pictures.map((bytes, i) => [`photos/photo-${i + 1}.webp`, bytes]));
  // pictures are compressed already
  return Buffer.from(zipSync({ 'my-data.json': strToU8(json), ...files }, { level: 3 }));
}
