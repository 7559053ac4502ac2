/**
 * What is cached for offline use, and how it is requested. `address`: can change, network first, cached by the browser only. `manifest`: of a
 * remote, network first. `file`: has a hash in its name, or is in a release's folder of files, cache first. `answer`: an answer of the API for
 * one student. `picture`: a photo in such an answer.
 */
export type CacheKind = 'address' | 'manifest' | 'file' | 'answer' | 'picture';

const API = '/api/v1/';
/** Never cached: the export, calendar files, the stream of events. */
const ANSWERS = new Set(['profile', 'availability', 'photos', 'offers', 'offers/mail', 'matches', 'blocks']);
/** A write there is answered with what a read would say. */
const TOLD_BY_WRITES = new Set(['profile', 'availability', 'photos', 'offers/mail']);
const NAMED_BY_CONTENT = /\.[0-9a-f]{10}\.\w+$|\/files\/[^/]+$/;

/** How a GET of that address is cached, or null if it is not. `own` is the origin of the page. */
export function cacheKindOf(url: URL, own: string): CacheKind | null {
  const { pathname } = url;
  const isOwn = url.origin === own;
  if (isOwn && pathname.startsWith('/storage/')) return 'picture';
  if (NAMED_BY_CONTENT.test(pathname)) return 'file';
  if (pathname.endsWith('/mf-manifest.json')) return 'manifest';
  if (!isOwn) return null;
  if (pathname === '/remotes.json' || pathname === `${API}config`) return 'address';
  return pathname.startsWith(API) && ANSWERS.has(pathname.slice(API.length)) ? 'answer' : null;
}

/** Whether a write to that address is answered with the whole that a GET of it reads. */
export const isAnsweredInFull = ({ origin, pathname }: URL, own: string): boolean =>
  origin === own && pathname.startsWith(API) && TOLD_BY_WRITES.has(pathname.slice(API.length));

/** Caches with a student's data; deleted at sign-out. */
export const PRIVATE_CACHES = 'flint-private-';
/** Messages of the page to the worker, which sends it only the path of a tapped alert. */
export const MESSAGES = {
  emptied: 'flint:emptied',
  takeOver: 'flint:take-over',
} as const;
