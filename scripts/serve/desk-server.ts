import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path, { extname } from 'node:path';
import { createDesk, type DeskSettings } from '@flint/services/desk';
import type { Deps } from '@flint/services';
import { REPOSITORY } from '../compose/remotes';
import { pathOf, sendFile, sendText } from '@flint/remote-build/serve/static-files';
import { listen, type Listening } from './listen';
import { securityHeaders } from './security-headers';

const isApi = (at: string) => at.startsWith('/desk/') || at.startsWith('/health/');

/** The desk's policy: its own files only, nothing inline, no eval, no frames. Pictures are data in responses. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headersFor = (isSecure: boolean) => ({
  ...securityHeaders({ remotes: [], connect: [], isSecure }),
  'content-security-policy': POLICY,
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  // hidden from search engines
  'x-robots-tag': 'noindex, nofollow',
});

interface Page {
  readonly headers: Record<string, string>;
  /** The desk's origin. */
  readonly origin: string;
}

async function sendDesk(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, origin }: Page,
): Promise<void> {
  const at = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, 'Method Not Allowed', { ...headers, allow: 'GET, HEAD' });
  const file = extname(at) && at !== '/index.html' ? at : '/index.html';
  // under another host name the API would refuse everything
  if (file === '/index.html' && request.headers.host !== new URL(origin).host) {
    response.writeHead(307, { ...headers, location: `${origin}/`, 'cache-control': 'no-store' }).end();
    return undefined;
  }
  const root = path.join(REPOSITORY, 'desk/dist');
  if (await sendFile(request, response, { root, path: file, headers })) return undefined;
  const isPage = file === '/index.html';
  return sendText(
    response,
    isPage ? 503 : 404,
    isPage ? 'The desk is not built: run npm run build' : 'Not Found',
    headers,
  );
}

interface Options {
  readonly deps: Deps;
  readonly settings: DeskSettings;
  readonly host?: string;
}

/** Who wants the port, and its setting, for the message about one that it cannot have. */
export const DESK = { name: 'the safety desk', setting: 'DESK_PORT' } as const;

/** Serves the safety desk at its own origin: page, files and API. Throws PortError if it cannot have the port. */
export async function startDesk({ deps, settings, host }: Options): Promise<Listening> {
  const { operators, port, origin: set } = settings;
  let own = set ?? '';
  const api: RequestListener = await createDesk(deps, { operators, origin: () => own });
  const headers = headersFor(own.startsWith('https:'));
  const listening = await listen(
    (request, response) => {
      if (isApi(pathOf(request))) return void api(request, response);
      void sendDesk(request, response, { headers, origin: own }).catch(() => response.destroy());
    },
    { port, ...(host && { host }), ...DESK },
  );
  own ||= listening.url;
  return listening;
}
