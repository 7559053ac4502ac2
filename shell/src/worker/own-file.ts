import { cacheNames } from 'workbox-core';
import { matchPrecache } from 'workbox-precaching';

/** A file of the shell, as scripts/build/app-files.ts lists it in the worker. */
export interface BuiltFile {
  readonly url: string;
  readonly revision: string | null;
  /** sha384; absent for the page, which the server changes. */
  readonly integrity?: string;
}

async function isAsBuilt(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === integrity;
}

/**
 * A file of the shell from the cache, verified against the hash of the build: any script of the page can write to the caches. A file that
 * was changed is requested from the server once and replaced. Undefined if the build has no such file. Rejects if the server has other
 * bytes, too, or does not answer.
 */
export async function ownFile(request: Request, files: readonly BuiltFile[]): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const integrity = files.find(({ url }) => url === pathname)?.integrity;
  if (!integrity) return undefined;
  const kept = await matchPrecache(request);
  if (kept && (await isAsBuilt(kept.clone(), integrity))) return kept;
  const asked = await fetch(pathname, { cache: 'reload', integrity, credentials: 'same-origin' });
  const cache = await caches.open(cacheNames.precache);
  await cache.put(pathname, asked.clone());
  return asked;
}
