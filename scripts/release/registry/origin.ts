import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPublicIp, publicLookup } from '@flint/services/public-address';
import { ReleaseRefused } from '@flint/remote-build/release/refused';

/** The time limit and the size limit of an origin's response. */
const PATIENCE_MS = 3_000;
const BYTES_MOST = 1_000_000;

/**
 * Why releases must not be read from an address, as words after the remote's name; null if they may. `isReached`: production,
 * so only https and the public internet are allowed.
 */
export function refuseOrigin(origin: string, isReached: boolean): string | null {
  if (!URL.canParse(origin)) return `has an origin that is no address (${origin})`;
  const { protocol, username, password, search, hash, hostname, pathname } = new URL(origin);
  if (username || password) return 'has an origin with a user name or password in it';
  if (search || hash || origin.includes('?') || origin.includes('#'))
    return 'has an origin with a query or a fragment';
  if (/[^\w\-./]|\/\//.test(pathname))
    return 'has an origin with characters other than letters, digits, ".", "-" and "_"';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isReached && protocol === 'http:' && host === '127.0.0.1') return null;
  if (protocol !== 'https:') return 'has an origin without https';
  const isPublic = isIP(host)
    ? isPublicIp(host)
    : host.includes('.') && !/\.(?:local|localhost|internal|home\.arpa)\.?$/.test(host);
  return isPublic ? null : 'has an origin in a private network';
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly cacheControl: string;
}

/** Requests once: follows no redirect, and does not connect to a private network. */
function requestOnce(url: URL): Promise<Answer> {
  const isLocal = url.protocol === 'http:';
  const options = {
    headers: { accept: '*/*', 'cache-control': 'no-cache' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(!isLocal && { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (isLocal ? http : https).get(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > BYTES_MOST) request.destroy(new Error('too large'));
        else chunks.push(chunk);
      });
      const { statusCode: status = 0, headers: sent } = response;
      const cacheControl = sent['cache-control'] ?? '';
      response.on('end', () => resolve({ status, cacheControl, bytes: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** A read-only store of a remote's releases at its origin. A read throws ReleaseRefused without an answer. */
export function originStore(origin: string, isReached: boolean) {
  const base = origin.replace(/\/+$/, '');
  const fail = (why: string) => {
    throw new ReleaseRefused(`cannot be reached at ${base} (${why})`);
  };
  return {
    place: base,
    async read(key: string) {
      const refused = refuseOrigin(base, isReached);
      if (refused) throw new ReleaseRefused(refused);
      const { status, ...answer } = await requestOnce(new URL(`${base}/${key}`)).catch(({ message }: Error) =>
        fail(message),
      );
      if (status === 404 || status === 403) return null;
      if (status !== 200) fail(`it answered ${status}`);
      return { ...answer, etag: '' };
    },
  };
}
