/** Pages on which a user opts in for this browser, by a button. Only the button sets the cookie: a link, or a form of another site, must not choose what code runs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { hashOf } from './html';
import { securityHeaders } from './security-headers';

const FORM_BYTES_MOST = 1_000;

/** The prefix needs https; with it no other host, path or plain http response can set the cookie. */
const fullName = (name: string, isSecure: boolean) => `${isSecure ? '__Host-' : ''}${name}`;

/** The value of a cookie; empty without one. */
export function cookieOf({ headers }: IncomingMessage, name: string, isSecure: boolean): string {
  const start = `${fullName(name, isSecure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
}

/** What the cookie is to be; no seconds end it. */
interface Chosen {
  readonly value: string;
  readonly seconds: number;
}

interface Shown {
  readonly status: number;
  /** The content of the page. */
  readonly html: string;
}

interface OptIn {
  readonly title: string;
  readonly style?: string;
  readonly cookie: string;
  readonly isSecure: boolean;
  /** What a visit shows. */
  readonly show: (query: URLSearchParams) => Shown | Promise<Shown>;
  /** What the button does. */
  readonly press: (form: URLSearchParams) => Chosen | Promise<Chosen | Shown>;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (Number(request.headers['content-length'] ?? Infinity) > FORM_BYTES_MOST) return null;
  return new URLSearchParams((await buffer(request)).toString('utf8'));
}

/** Handles the page and its buttons, which only pages of this origin can press. */
export async function answerOptIn(
  request: IncomingMessage,
  response: ServerResponse,
  { title, style: more = '', cookie, isSecure, show, press }: OptIn,
): Promise<void> {
  const style = `${more}body{max-width:34rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}`;
  const headers = {
    ...securityHeaders({
      remotes: [],
      connect: [],
      inline: { scripts: [], styles: [hashOf(style)] },
      isSecure,
    }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
  };
  const refuse = (status: number, own = {}) => void response.writeHead(status, { ...headers, ...own }).end();
  const send = ({ status, html }: Shown) => {
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main>${html}</main></body></html>`;
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : page);
  };
  if (request.method === 'GET' || request.method === 'HEAD')
    return send(await show(new URL(request.url ?? '', 'http://flint.invalid').searchParams));
  if (request.method !== 'POST') return refuse(405, { allow: 'GET, HEAD, POST' });
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== 'same-origin' || mode !== 'navigate') return refuse(403);
  const form = await formOf(request);
  if (!form) return refuse(413);
  const chosen = await press(form);
  if ('html' in chosen) return send(chosen);
  const set = `${fullName(cookie, isSecure)}=${chosen.value}; Path=/; Max-Age=${chosen.seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return refuse(303, { location: '/', 'set-cookie': set });
}
