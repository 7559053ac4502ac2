/**
 * Test releases in one browser. A confirmation page says what will be opened, and its button opens it. From then on, that browser's page has the test
 * release and a banner that ends it. Every request looks up the release and its signature, so that a revoked or expired one ends (within two seconds, scripts/release/keep-briefly.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '@flint/contracts/escape-html';
import { hashOf } from './html';
import { answerOptIn, cookieOf } from './opt-in';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';

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
const COOKIE = 'flint-test-release';
/** Long enough for a day's work. */
const COOKIE_SECONDS = 8 * 3_600;

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
  const name = cookieOf(request, COOKIE, isSecure);
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

/** The content of the confirmation page: what would be opened, by whom, and the button. */
function pageOf(found: TestRelease | null): { readonly status: number; readonly html: string } {
  if (!found)
    return {
      status: 404,
      html: '<h1>No such test release</h1><p>It does not exist, has expired, or is signed by a key that may not release tests here.</p>',
    };
  const { remote, release, author, commit } = found;
  const by = author
    ? `, made by ${escapeHtml(author)} from ${escapeHtml(commit.slice(0, 9) || 'no commit')}`
    : '';
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return {
    status: 200,
    html: `<h1>Open a test release?</h1><p><b>${escapeHtml(`${remote} ${release}`)}</b>${by}.</p><p>It runs in this browser only, with your own account, for at most eight hours. A banner shows it and ends it. Go on only if you were asked to test it.</p><div class="flint-test"><form method="post" action="${TEST_PATH}">${hidden('remote', remote)}${hidden('release', release)}<button>Open the test release</button></form></div>`,
  };
}

/** Handles the confirmation page and the buttons that begin and end a test. */
export function answerTestPage(
  request: IncomingMessage,
  response: ServerResponse,
  { find, isSecure }: Options,
): Promise<void> {
  const named = (query: URLSearchParams) => findNamed(`${query.get('remote')}:${query.get('release')}`, find);
  return answerOptIn(request, response, {
    title: 'Test release',
    style: STYLE,
    cookie: COOKIE,
    isSecure,
    show: async (query) => pageOf(await named(query)),
    async press(form) {
      if (form.has('end')) return { value: '', seconds: 0 };
      const found = await named(form);
      return found ? { value: `${found.remote}:${found.release}`, seconds: COOKIE_SECONDS } : pageOf(null);
    },
  });
}
