/**
 * What the device keeps for a time without a connection, and how it is asked for.
 * `address`: changes at any time, so the network goes first. `file`: its name carries a hash, so it never changes.
 * `answer`: what the API said to one student. `picture`: a photo shown in such an answer.
 */
export type Kept = 'address' | 'file' | 'answer' | 'picture';

const API = '/api/v1/';
/** Never the export, never a calendar file, never the stream of events. */
const ANSWERS = new Set(['profile', 'availability', 'photos', 'offers', 'offers/mail', 'matches', 'blocks']);
const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|png|webp|woff2)$/;

/** How a GET of that address is kept, or null when it is none of our business. `own` is the page's origin. */
export function keptAs(url: URL, own: string): Kept | null {
  const { pathname } = url;
  const isOwn = url.origin === own;
  if (isOwn && pathname.startsWith('/storage/')) return 'picture';
  if (HASHED.test(pathname)) return 'file';
  if (pathname.endsWith('/mf-manifest.json')) return 'address';
  if (!isOwn) return null;
  if (pathname === '/remotes.json' || pathname === `${API}config`) return 'address';
  return pathname.startsWith(API) && ANSWERS.has(pathname.slice(API.length)) ? 'answer' : null;
}

/** Caches with something of a student's in them; sign-out empties them. */
export const PRIVATE_CACHES = 'flint-private-';
/** What the page tells the worker, and the worker the page. */
export const MESSAGES = {
  emptied: 'flint:emptied',
  takeOver: 'flint:take-over',
  fromDevice: 'flint:from-device',
  fromNetwork: 'flint:from-network',
} as const;
