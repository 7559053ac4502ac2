import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** What the operator named things, written into the page so that it is right before any script runs. */
export interface PageNames {
  readonly appName: string;
  readonly universityName: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** What carries the operator's names: the page, and what an installed app is called. */
const TEMPLATES = {
  'index.html': { type: 'text/html; charset=utf-8', escape: escapeHtml },
  'app.webmanifest': { type: 'application/manifest+json', escape: escapeJson },
} as const;

const PACKERS = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** Sends the shell's page, or its manifest, with the operator's names in it; answers false when the shell is not built. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  options: {
    readonly shellDir: string;
    readonly names: PageNames;
    readonly headers: OutgoingHttpHeaders;
    readonly file?: keyof typeof TEMPLATES;
  },
): Promise<boolean> {
  const { shellDir, names, headers, file = 'index.html' } = options;
  const { type, escape } = TEMPLATES[file];
  const template = await readFile(join(shellDir, file), 'utf8').catch(() => null);
  if (template === null) return false;
  const html = template
    .replaceAll('%APP_NAME%', escape(names.appName))
    .replaceAll('%UNIVERSITY_NAME%', escape(names.universityName));
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`;
  const all: OutgoingHttpHeaders = {
    ...headers,
    'content-type': type,
    'cache-control': 'no-cache',
    etag,
    vary: 'accept-encoding',
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, all).end();
    return true;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packer = PACKERS.find(([encoding]) => new RegExp(`\\b${encoding}\\b`).test(accepted));
  const body = packer ? await packer[1](html) : Buffer.from(html);
  response.writeHead(200, {
    ...all,
    'content-length': body.length,
    ...(packer && { 'content-encoding': packer[0] }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}
