import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching';

/** A file of the shell, as the build lists it in the worker (scripts/build/app-files.ts). */
export interface BuiltFile {
  readonly url: string;
  /** null if the name contains a content hash. */
  readonly revision: string | null;
  /** sha384. */
  readonly integrity: string;
}

async function isAsBuilt(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === integrity;
}

/** The cached copy of a file, verified: any script of the page can write to the caches. Undefined if it is missing or was changed. */
export async function keptFile({ url, integrity }: BuiltFile): Promise<Response | undefined> {
  const kept = await matchPrecache(url);
  return kept && (await isAsBuilt(kept.clone(), integrity)) ? kept : undefined;
}

/**
 * A file of the shell from the cache. A file that was changed is requested from the server once and replaced. Rejects if the server has other
 * bytes, too, or does not answer.
 */
export async function ownFile(file: BuiltFile): Promise<Response> {
  const kept = await keptFile(file);
  if (kept) return kept;
  const { url, integrity } = file;
  const asked = await fetch(url, { cache: 'reload', integrity, credentials: 'same-origin' });
  const cache = await caches.open(cacheNames.precache);
  await cache.put(getCacheKeyForURL(url) ?? url, asked.clone());
  return asked;
}
