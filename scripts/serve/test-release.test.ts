import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from './gateway';
import type { Listening } from './listen';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';

const RELEASE = '1.0.0-0a1b2c3d';
const LIVE = { entry: '/remotes/offers/mf-manifest.json', integrity: 'sha384-live', version: '1' };
const TEST = { entry: `/remotes/offers/${RELEASE}/mf-manifest.json`, integrity: 'sha384-test' };
const SAME = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'content-type': 'application/x-www-form-urlencoded',
};
const HTML = { accept: 'text/html' };

let dir: string;
let plain: Listening;
let secure: Listening;
let isThere = true;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'flint-test-release-'));
  writeFileSync(join(dir, 'index.html'), '<head><title>x</title><style>a{}</style></head><body></body>');
  const start = (isSecure: boolean) =>
    startGateway({
      port: 0,
      shellDir: dir,
      isSecure,
      remotes: { offers: LIVE },
      findTest: async (remote, release) => {
        if (!isThere || remote !== 'offers' || release !== RELEASE) throw new Error('no');
        return { remote, release, author: '<b>Ann</b>', commit: 'c0ffee1234567', address: TEST };
      },
    });
  [plain, secure] = await Promise.all([start(false), start(true)]);
});
beforeEach(() => {
  isThere = true;
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

/** Not by fetch(), which overwrites Sec-Fetch-Mode. */
const press = (at: Listening, body: string, headers: Record<string, string> = SAME) =>
  new Promise<{ status: number; headers: Headers }>((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const asked = request(
      `${at.url}/test-release`,
      { method: 'POST', headers: { ...headers, 'content-length': length } },
      (answer) => {
        answer.resume();
        const got = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(got.map(([name, value]) => [name, value])),
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
const OPEN = `remote=offers&release=${RELEASE}`;
const COOKIE = `flint-test-release=offers:${RELEASE}`;
const addresses = async (cookie: string, at = plain) =>
  (await (await fetch(`${at.url}/remotes.json`, { headers: { cookie } })).json()) as RemoteAddresses;

describe('the page that opens a test release', () => {
  it('a link to it - followed - shows what it is and by whom, escaped, and sets no cookie', async () => {
    const answer = await fetch(`${plain.url}/test-release?${OPEN}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    const text = await answer.text();
    expect(text).toContain(`offers ${RELEASE}`);
    expect(text).toContain('&lt;b&gt;Ann&lt;/b&gt; from c0ffee123');
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it.each([
    ['http', () => plain, 'flint-test-release', ''],
    ['https', () => secure, '__Host-flint-test-release', '; Secure'],
  ])(
    'its button - by %s - sets a cookie no script reads and no other site sends',
    async (_by, at, name, more) => {
      const answer = await press(at(), OPEN);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
      expect(answer.headers.get('set-cookie')).toBe(
        `${name}=offers:${RELEASE}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict${more}`,
      );
      const ended = await press(at(), 'end=yes');
      expect(ended.headers.get('set-cookie')).toBe(
        `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${more}`,
      );
    },
  );

  it.each([
    ['a form of another site', OPEN, { ...SAME, 'sec-fetch-site': 'cross-site' }, 403],
    ['a form of a neighbor host', OPEN, { ...SAME, 'sec-fetch-site': 'same-site' }, 403],
    ['a script of this origin', OPEN, { ...SAME, 'sec-fetch-mode': 'cors' }, 403],
    ['no browser that says from where', OPEN, { 'content-type': SAME['content-type'] }, 403],
    ['another release', 'remote=offers&release=1.0.0-ffffffff', SAME, 404],
    ['a name that leads elsewhere', 'remote=offers&release=../../x-0a1b2c3d', SAME, 404],
    ['a line break for a header', `remote=offers&release=1%0d%0aset-cookie:x-0a1b2c3d`, SAME, 404],
    ['too much', `${OPEN}&x=${'x'.repeat(2_000)}`, SAME, 413],
  ])('%s - when the button is pressed - gets no cookie', async (_who, body, headers, status) => {
    const answer = await press(plain, body, headers);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
  });

  it('an unknown release, or one with a revoked key - is reported', async () => {
    expect((await fetch(`${plain.url}/test-release?remote=offers&release=nonsense`)).status).toBe(404);
    isThere = false;
    expect((await fetch(`${plain.url}/test-release?${OPEN}`)).status).toBe(404);
  });
});

describe('a browser with a test release open', () => {
  it('addresses and page - with the cookie - name it beside the live one, show the banner, and are not cached', async () => {
    const test = { ...TEST, version: `${RELEASE}+test` };
    expect(await addresses(COOKIE)).toEqual({ offers: { ...LIVE, test } });
    const page = await fetch(plain.url, { headers: { ...HTML, cookie: COOKIE } });
    const text = await page.text();
    expect(text).toMatch(/<meta id="flint-test">.*<script type="application\/json" id="flint-remotes">/);
    expect(text).toMatch(/<body><aside class="flint-test".*>offers 1\.0\.0-0a1b2c3d<.*<button name="end"/);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
  });

  it.each([
    ['without the cookie', ''],
    ['with the name of the other scheme', `__Host-${COOKIE}`],
    ['with a release that is none', 'flint-test-release=offers:1.0.0-ffffffff'],
    ['with a name that leads elsewhere', 'flint-test-release=offers:../1-0a1b2c3d'],
    ['with nonsense', 'flint-test-release=%00; flint-test-release'],
  ])('%s - gets what all students get', async (_case, cookie) => {
    expect(await addresses(cookie)).toEqual({ offers: LIVE });
    const page = await fetch(plain.url, { headers: { ...HTML, cookie } });
    expect(await page.text()).not.toContain('flint-test');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it('the release - revoked while the cookie is valid - is absent from the next response', async () => {
    isThere = false;
    expect(await addresses(COOKIE)).toEqual({ offers: LIVE });
  });

  it('a request for a cache - with the cookie - gets the page without the test', async () => {
    expect(await (await fetch(plain.url, { headers: { cookie: COOKIE } })).text()).not.toContain(
      'flint-test',
    );
  });
});
