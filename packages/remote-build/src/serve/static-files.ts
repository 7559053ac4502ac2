import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jws': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const FOREVER = 'public, max-age=31536000, immutable';
/** Names by content: those of our builds, and all in a release's folder of files. */
const hasHash = (path: string) => /\.[0-9a-f]{10}\.[a-z0-9]+(\.map)?$|\/files\/[^/]+$/.test(path);

/** The path of a request without its query; never throws. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split(/[?#]/, 1)[0] || '/';

/** How a built file is served: `immutable` if its name has a hash, else revalidated on every use. */
export const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';
export const cacheControlOf = (path: string): string => (hasHash(path) ? FOREVER : 'no-cache');

interface Found {
  readonly file: string;
  readonly size: number;
  readonly etag: string;
}

async function find(file: string): Promise<Found | null> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) return null;
  return { file, size: info.size, etag: `"${info.mtimeMs.toString(36)}-${info.size.toString(36)}"` };
}

/** The compressed copies, best first. */
async function findPacked(file: string, accepted: string): Promise<(Found & { encoding: string }) | null> {
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b`).test(accepted)) continue;
    const found = await find(file + suffix);
    if (found) return { ...found, encoding };
  }
  return null;
}

/** The file inside `root` for a URL path; null if the path leads outside, to a dot file, or is malformed. */
function fileFor(root: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || /(^|[/\\])\./.test(decoded)) return null;
  const file = normalize(join(root, decoded));
  return file.startsWith(root + sep) ? file : null;
}

interface SendOptions {
  readonly root: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/**
 * Sends one built file: the compressed copy if there is one, with `immutable` for names with a hash and
 * `no-cache` plus ETag for others. Returns false, and sends nothing, if there is no such file.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, headers }: SendOptions,
): Promise<boolean> {
  const file = fileFor(root, path);
  const plain = file && (await find(file));
  if (!file || !plain) return false;
  const packed = await findPacked(file, String(request.headers['accept-encoding'] ?? ''));
  const { etag } = plain;
  const all: OutgoingHttpHeaders = {
    ...headers,
    'content-type': typeOf(file),
    'cache-control': cacheControlOf(path),
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, all).end();
    return true;
  }
  const body = packed ?? plain;
  response.writeHead(200, {
    ...all,
    'content-length': body.size,
    ...(packed && { 'content-encoding': packed.encoding }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(body.file), response).catch(() => response.destroy());
  return true;
}

/** Sends a short plain-text response. */
export function sendText(response: ServerResponse, status: number, text: string, headers = {}): void {
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(`${text}\n`);
}
