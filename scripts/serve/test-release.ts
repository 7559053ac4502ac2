/**
 * Test releases in one browser. A confirmation page says what will be opened; only its button sets the cookie, because a link must not choose what
 * code runs. From then on, that browser's page has the test release and a banner that ends it. Every request looks up the release and its
 * signature, so that a revoked or expired one ends at once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { escapeHtml, hashOf } from './html';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import { securityHeaders } from './security-headers';

/** A test release, and its facts for a tester. */
export interface TestRelease {
  readonly remote: string;
  readonly release: string;
  readonly author: string;
  readonly commit: string;
  readonly address: { readonly entry: string; readonly integrity: string };
}

/** Returns a valid test release; rejects for any other. */
export type FindTest = (remote: string, release: string) => Promise<TestRelease>;

interface Options {
  readonly find: FindTest;
  /** Whether it is reached by https. */
  readonly isSecure: boolean;
}

export const TEST_PATH = '/test-release';
export const testPathOf = (remote: string, release: string): string =>
  `${TEST_PATH}?${new URLSearchParams({ remote, release }).toString()}`;

const NAME = /^([a-z][a-z0-9-]{1,19}):([0-9][\w.+-]{0,60}-[0-9a-z]{8})$/;
/** Long enough for a day's work. */
const COOKIE_SECONDS = 8 * 3_600;
const FORM_BYTES_MOST = 1_000;
const PAGE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' } as const;

/** The prefix needs https; with it no other host, path or plain http response can set the cookie. */
const cookieName = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}flint-test-release`;

const cookie = (isSecure: boolean, value: string, seconds: number) =>
  `${cookieName(isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

function cookieOf({ headers }: IncomingMessage, isSecure: boolean): string {
  const start = `${cookieName(isSecure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
}

async function findNamed(name: string, find: FindTest): Promise<TestRelease | null> {
  const [, remote, release] = NAME.exec(name) ?? [];
  if (!remote || !release) return null;
  return find(remote, release).catch(() => null);
}

/** The valid test release of this browser, or null. */
export async function openedTest(
  request: IncomingMessage,
  { find, isSecure }: Options,
): Promise<TestRelease | null> {
  const name = cookieOf(request, isSecure);
  return name ? findNamed(name, find) : null;
}

/** `/remotes.json` for that browser. */
export function withTest(
  remotes: RemoteAddresses,
  { remote, release, address }: TestRelease,
): RemoteAddresses {
  const live = remotes[remote];
  // a separate version, so that its reports do not count for the live release
  const test = { ...address, version: `${release}+test` };
  return live ? { ...remotes, [remote]: { ...live, test } } : remotes;
}

const STYLE = `.flint-test{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:center;position:sticky;top:0;z-index:99;padding:.5rem 1rem;background:#ffe08a;color:#211c1a;font:600 .9rem/1.4 system-ui,sans-serif}.flint-test p,.flint-test form{margin:0}.flint-test button{min-height:2.75rem;padding:0 1rem;border:2px solid #211c1a;border-radius:.5rem;background:#fff;color:inherit;font:inherit;cursor:pointer}.flint-test button:focus-visible{outline:3px solid #211c1a;outline-offset:2px}`;

/** The additions to a tester's page. */
export function testBanner({ remote, release }: TestRelease): {
  /** Before the first script: tells it that the banner exists. */
  readonly head: string;
  readonly body: string;
  /** The style's hash, for the policy. */
  readonly style: string;
} {
  const name = escapeHtml(`${remote} ${release}`);
  const both = (english: string, french: string) =>
    `<span class="in-english">${english}</span><span class="in-french">${french}</span>`;
  const head = `<meta id="flint-test"><style>${STYLE}</style>`;
  const what = both('You see a test release:', 'Vous voyez une version d’essai&nbsp;:');
  const end = both('End the test', 'Terminer l’essai');
  const form = `<form method="post" action="${TEST_PATH}"><button name="end" value="yes">${end}</button></form>`;
  const words = `<p>${what} <span translate="no">${name}</span></p>`;
  return {
    head,
    body: `<aside class="flint-test" aria-label="Test release">${words}${form}</aside>`,
    style: hashOf(STYLE),
  };
}

const PAGE_STYLE = `${STYLE}body{max-width:34rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}`;

/** The confirmation page: what would be opened, by whom, and the button. */
function pageOf(found: TestRelease | null): string {
  const start = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Test release</title><style>${PAGE_STYLE}</style></head><body><main>`;
  const end = '</main></body></html>';
  if (!found)
    return `${start}<h1>No such test release</h1><p>It does not exist, has expired, or is signed by a key that may not release tests here.</p>${end}`;
  const { remote, release, author, commit } = found;
  const by = author
    ? `, made by ${escapeHtml(author)} from ${escapeHtml(commit.slice(0, 9) || 'no commit')}`
    : '';
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return `${start}<h1>Open a test release?</h1><p><b>${escapeHtml(`${remote} ${release}`)}</b>${by}.</p><p>It runs in this browser only, with your own account, for at most eight hours. A banner shows it and ends it. Go on only if you were asked to test it.</p><div class="flint-test"><form method="post" action="${TEST_PATH}">${hidden('remote', remote)}${hidden('release', release)}<button>Open the test release</button></form></div>${end}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (Number(request.headers['content-length'] ?? Infinity) > FORM_BYTES_MOST) return null;
  return new URLSearchParams((await buffer(request)).toString('utf8'));
}

/** Handles the confirmation page and the buttons that begin and end a test, which only pages of this origin can press. */
export async function answerTestPage(
  request: IncomingMessage,
  response: ServerResponse,
  { find, isSecure }: Options,
): Promise<void> {
  const headers = {
    ...securityHeaders({
      remotes: [],
      connect: [],
      inline: { scripts: [], styles: [hashOf(PAGE_STYLE)] },
      isSecure,
    }),
    ...PAGE,
  };
  const send = (status: number, found: TestRelease | null) =>
    void response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : pageOf(found));
  const goHome = (setCookie: string) =>
    void response.writeHead(303, { ...headers, location: '/', 'set-cookie': setCookie }).end();
  const named = (query: URLSearchParams) => findNamed(`${query.get('remote')}:${query.get('release')}`, find);

  if (request.method === 'GET' || request.method === 'HEAD') {
    const found = await named(new URL(request.url ?? '', 'http://flint.invalid').searchParams);
    return send(found ? 200 : 404, found);
  }
  if (request.method !== 'POST')
    return void response.writeHead(405, { ...headers, allow: 'GET, HEAD, POST' }).end();
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== 'same-origin' || mode !== 'navigate') return void response.writeHead(403, headers).end();
  const form = await formOf(request);
  if (!form) return void response.writeHead(413, headers).end();
  if (form.has('end')) return goHome(cookie(isSecure, '', 0));
  const found = await named(form);
  if (!found) return send(404, null);
  return goHome(cookie(isSecure, `${found.remote}:${found.release}`, COOKIE_SECONDS));
}
