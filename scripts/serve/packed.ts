import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const PACKERS = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** A strong entity tag of the text, quotes included (RFC 9110, 8.8.3). */
const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;

/** The cache of compressed texts, by encoding and ETag. */
const packed = new Map<string, Promise<Buffer>>();
const PACKED_MOST = 100;

function packedOnce(key: string, pack: () => Promise<Buffer>): Promise<Buffer> {
  const before = packed.get(key);
  if (before) return before;
  if (packed.size >= PACKED_MOST) packed.clear();
  const now = pack();
  packed.set(key, now);
  now.catch(() => packed.delete(key));
  return now;
}

/** Sends a text that this server composes, compressed if the browser accepts that, or 304 without a body if it has it. */
export async function sendPacked(
  request: IncomingMessage,
  response: ServerResponse,
  { text, headers }: { readonly text: string; readonly headers: OutgoingHttpHeaders },
): Promise<void> {
  const etag = etagOf(text);
  const all = { ...headers, etag };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, all).end();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packer = PACKERS.find(([encoding]) => new RegExp(`\\b${encoding}\\b`).test(accepted));
  const body = packer
    ? await packedOnce(packer[0] + etag, () => packer[1](text) as Promise<Buffer>)
    : Buffer.from(text);
  response.writeHead(200, {
    ...all,
    'content-length': body.length,
    ...(packer && { 'content-encoding': packer[0] }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
