/**
 * Testers: a user who opts in sees, in this browser, screens that are not for students yet, and the panel 'Remotes' of the command palette. It
 * grants no rights: the API answers a tester as it answers a student.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashOf } from './html';
import { securityHeaders } from './security-headers';

/** The page for opting in and out. */
export const TESTERS_PATH = '/testers';
/** The panel's content. */
export const TESTERS_JSON = '/testers.json';

const COOKIE_SECONDS = 30 * 24 * 3_600;
const cookieName = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}flint-tester`;

/** Whether this browser's user opted in. */
export const isTester = ({ headers }: IncomingMessage, isSecure: boolean): boolean =>
  (headers.cookie ?? '').split(';').some((pair) => pair.trim() === `${cookieName(isSecure)}=yes`);

const STYLE = `body{max-width:34rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}button{min-height:2.75rem;padding:0 1rem;font:inherit}`;
const page = (
  isOn: boolean,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Testers</title><style>${STYLE}</style></head><body><main>
<h1>Tester’s view</h1><p>${isOn ? 'It is on in this browser.' : 'Shows screens that are not for students yet, and which release of each screen runs (command palette, Remotes), in this browser.'}</p>
<form method="post" action="${TESTERS_PATH}"><button name="tester" value="${isOn ? 'no' : 'yes'}">${isOn ? 'Turn it off' : 'Turn it on'}</button></form></main></body></html>`;

/** Handles the page and its button, which only pages of this origin can press. */
export function answerTesters(request: IncomingMessage, response: ServerResponse, isSecure: boolean): void {
  const headers = {
    ...securityHeaders({
      remotes: [],
      connect: [],
      inline: { scripts: [], styles: [hashOf(STYLE)] },
      isSecure,
    }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
  };
  const isOn = isTester(request, isSecure);
  if (request.method === 'GET' || request.method === 'HEAD') {
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : page(isOn));
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405, { ...headers, allow: 'GET, HEAD, POST' }).end();
    return;
  }
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== 'same-origin' || mode !== 'navigate') {
    response.writeHead(403, headers).end();
    return;
  }
  // the button toggles the state: the form has no fields
  request.resume();
  const cookie = `${cookieName(isSecure)}=yes; Path=/; Max-Age=${isOn ? 0 : COOKIE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  response.writeHead(303, { ...headers, location: '/', 'set-cookie': cookie }).end();
}
