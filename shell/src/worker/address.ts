import type { RouteHandlerCallbackOptions } from 'workbox-core/types';
import type { WaitableEvent } from './waitable-event';

/** Longest wait for an address or a manifest. The page waits longer (STALL_MS of download.ts). */
export const ADDRESS_MS = 2_000;

/** Requests from the network. Rejects if no answer begins within `ms`. */
export async function fetchWithin(ms: number, request: Request, init?: RequestInit): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  try {
    return await fetch(request, { ...init, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What the page starts from. If the server does not answer in time, or refuses, the last answer in the HTTP cache: unlike the caches of the
 * worker, no script of the page can write there, so a remote cannot stay in it after it was rolled back. The request goes past that cache,
 * because a browser deletes a copy when the request that would renew it is refused or aborted.
 */
export async function address({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const kept = await fetch(new Request(request, { cache: 'force-cache' }));
  const headers = new Headers(request.headers);
  headers.set('if-none-match', kept.headers.get('etag') ?? '');
  // otherwise the browser adds no-cache, and the server sends what has not changed
  headers.set('cache-control', 'max-age=0');
  const live = await fetchWithin(ADDRESS_MS, request, { headers, cache: 'no-store' }).catch(() => null);
  // 304: unchanged
  if (!live?.ok) return kept;
  const renewal = fetch(new Request(request, { cache: 'no-cache' })).catch(() => undefined);
  (event as WaitableEvent).waitUntil(renewal);
  return live;
}
