import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sha384 } from '@flint/remote-build/build/seal';
import { sendPacked } from './packed';
import { readPlainPage, type PageNames } from './page';
import type { Inline } from './security-headers';

interface Options {
  readonly shellDir: string;
  readonly names: PageNames;
  /** The headers of a page with this content. */
  readonly headersOfPage: (inline: Inline) => Record<string, string>;
  /** The registry's origins, from which the worker may load and cache files of remotes. */
  readonly origins: readonly string[];
}

/**
 * Sends the service worker, preceded by what only this server knows: the registry's origins, and hash and headers of the page that a
 * browser may keep. They are part of the worker's bytes, which no script of the page can change; a browser installs another worker, and
 * with it another policy, when they change. Returns false if the shell is not built.
 */
export async function sendWorker(
  request: IncomingMessage,
  response: ServerResponse,
  { shellDir, names, headersOfPage, origins }: Options,
): Promise<boolean> {
  const code = await readFile(join(shellDir, 'sw.js'), 'utf8').catch(() => null);
  const page = await readPlainPage(shellDir, names);
  if (code === null || page === null) return false;
  const headers = headersOfPage(page.inline);
  const known = {
    origins,
    page: {
      integrity: sha384(Buffer.from(page.html)),
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    },
  };
  const connect = ["'self'", ...origins].join(' ');
  await sendPacked(request, response, {
    text: `self.__FLINT_SERVER=${JSON.stringify(known)};\n${code}`,
    headers: {
      ...headers,
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${connect}`,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    },
  });
  return true;
}
