import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { MINUTE_MS } from '@flint/contracts/time';
import { NetworkFirst, type Strategy } from 'workbox-strategies';
import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types';
import { PRIVATE_CACHES } from './cache-kinds';
import { limits } from './private-limits';
import { subjectOf } from './subject';
import type { WaitableEvent } from './waitable-event';

/** Number of sign-outs: an answer requested before one is not cached after it. */
let emptied = 0;
/** Number of answers to writes: what was requested before one may be older. */
let written = 0;

/** When a request last changed something, as far as this worker knows. */
let changedAt = 0;

/**
 * Longest wait of a student whose device has a copy; the answer then replaces the copy when it comes. After a change, which the copy may not
 * have, longer, but less than the page waits.
 */
const PATIENCE_S = 3;
const PATIENCE_AFTER_CHANGE_S = 12;
const patienceS = () => (Date.now() - changedAt < MINUTE_MS ? PATIENCE_AFTER_CHANGE_S : PATIENCE_S);

/** Notes that a request changes something. */
export const recordChange = () => (changedAt = Date.now());
/** Notes that the caches were deleted. */
export const recordEmptied = () => (emptied += 1);

/** Caches only what was requested in this session. */
export const ofThisSession: WorkboxPlugin = {
  async requestWillFetch({ request, state }) {
    if (state) state['emptied'] = emptied;
    return request;
  },
  cacheWillUpdate: async ({ response, state }) =>
    response.status === 200 && state?.['emptied'] === emptied ? response : null,
  // the page may have deleted its caches since the check above
  async cacheDidUpdate({ cacheName, state }) {
    if (state?.['emptied'] !== emptied) await caches.delete(cacheName);
  },
};

/** The answers to writes that are not cached yet. */
let replacing: Promise<unknown> = Promise.resolve();

const cacheOf = (subject: string) => `${PRIVATE_CACHES}answers-${subject}`;

/** Caches what is not older than the last write, and marks what comes from the cache, so that the page can tell it from an answer. */
const marked: WorkboxPlugin = {
  // a page that reads at once what it has just saved must not find the last answer, or none
  async cacheKeyWillBeUsed({ request, mode }) {
    if (mode === 'read') await replacing;
    return request;
  },
  async requestWillFetch({ request, state }) {
    if (state) state['written'] = written;
    return request;
  },
  cacheWillUpdate: async ({ response, state }) => (state?.['written'] === written ? response : null),
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set(FROM_DEVICE_HEADER, '1');
    return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
  },
};

const strategies = new Map<string, Strategy>();

function strategyOf(subject: string, networkTimeoutSeconds: number): Strategy {
  const key = `${networkTimeoutSeconds} ${subject}`;
  const known = strategies.get(key);
  if (known) return known;
  const made = new NetworkFirst({
    cacheName: cacheOf(subject),
    networkTimeoutSeconds,
    plugins: [ofThisSession, marked, limits(cacheOf(subject), 60, 7)],
  });
  strategies.set(key, made);
  return made;
}

/** An answer of the API from the network, else, also if nothing answers in time, the last one that was cached for this student. */
export function answer({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const subject = subjectOf(request.headers.get('authorization'));
  return subject ? strategyOf(subject, patienceS()).handle({ request, event }) : fetch(request);
}

/** A write. Its answer is what the next read would say, so it is cached in place of the last one, in whatever language that was. */
export async function write({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const began = emptied;
  const { url, headers } = request;
  const subject = subjectOf(headers.get('authorization'));
  const response = await fetch(request);
  written += 1;
  if (!response.ok || !subject) return response;
  const kept = response.clone();
  const replace = async () => {
    const cache = await caches.open(cacheOf(subject));
    await cache.delete(url, { ignoreVary: true });
    await cache.put(new Request(url, { headers }), kept);
    // signed out meanwhile
    if (began !== emptied) await caches.delete(cacheOf(subject));
  };
  replacing = Promise.allSettled([replacing, replace()]);
  (event as WaitableEvent).waitUntil(replacing);
  return response;
}
