import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '@flint/remote-build/build/compress';
import { startGateway } from './gateway';
import { PortError, type Listening } from './listen';
import { startRemoteServer } from './remote-server';

const REMOTES = {
  offers: { entry: 'http://127.0.0.1:4999/mf-manifest.json', integrity: 'sha384-x', version: '1</script>' },
};
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const SCRIPT = 'main.0123456789.js';
const FRAME = 'sandbox.0123456789.html';

let dir: string;
let gateway: Listening;
let remote: Listening;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'flint-serve-'));
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><head><title>%APP_NAME%</title><script>boot()</script><style>a{}</style></head>',
  );
  writeFileSync(join(dir, 'help.html'), '<title>Help · %APP_NAME%</title><style>b{}</style>');
  writeFileSync(join(dir, FRAME), '<div></div><script>guest()</script>');
  writeFileSync(join(dir, SCRIPT), 'const x = 1;\n'.repeat(200));
  writeFileSync(join(dir, 'mf-manifest.json'), '{}');
  writeFileSync(join(dir, '.build-id'), 'secret');
  writeFileSync(join(dir, 'sw.js'), 'work()');
  await precompress(dir);
  gateway = await startGateway({
    port: 0,
    shellDir: dir,
    remotes: REMOTES,
    names: { appName: 'Spark & <Co>', universityName: 'Queen', safetyContacts: [] },
    api: (request, response) => response.end(`api ${request.url}`),
  });
  remote = await startRemoteServer({ dir, port: 0 });
});
afterAll(() => Promise.all([gateway.close(), remote.close()]));

const get = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);

describe('gateway', () => {
  it.each(['/', '/offers', '/auth', '/auth/callback', '/no/such/page'])(
    'GET %s - a route of the app - returns the page, uncached',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Spark &amp; &lt;Co&gt;</title>');
    },
  );

  it('GET /help.html - a public page - has the operator’s names; its policy allows only its own style', async () => {
    const response = await get('/help.html');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<title>Help · Spark &amp; &lt;Co&gt;</title>');
    expect(response.headers.get('content-security-policy')).toContain(sha256('b{}'));
    expect((await get('/privacy.html')).status).toBe(404);
  });

  it.each(['/api/v1/config', '/auth/v1/otp', '/storage/v1/x', '/openapi.json', '/health', '/outbox'])(
    'GET %s - a path of the API - is forwarded to it',
    async (path) => expect(await (await get(path)).text()).toBe(`api ${path}`),
  );

  it('GET a hashed script - a browser that accepts brotli - sends the compressed copy as immutable', async () => {
    const response = await get(`/${SCRIPT}`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toMatch(/^const x = 1;/);
  });

  it('GET a file with its ETag - unchanged - answers 304 without a body', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    const again = await get('/', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('GET the document of foreign remotes - from a page of ours only - has no origin, its one script, and no address to connect to', async () => {
    const { headers } = await get(`/${FRAME}`);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=(),');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src '${sha256('guest()')}' blob:`,
      'img-src data: blob:',
      'font-src data: blob:',
      'media-src data: blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-forms',
    ]);
  });

  it('the page’s policy - with a foreign remote - lets its files be read, and none of them run', async () => {
    const clubs = {
      entry: 'https://clubs.example.edu/clubs/1/mf-manifest.json',
      integrity: 'sha384-x',
      version: '1',
      frame: { routes: [] },
    };
    const own = await startGateway({ port: 0, shellDir: dir, remotes: { clubs } });
    const policy = (await fetch(`${own.url}/`)).headers.get('content-security-policy') ?? '';
    const named = policy.split('; ').filter((part) => part.includes('https://clubs.example.edu'));
    expect(named).toEqual(["connect-src 'self' https://clubs.example.edu"]);
    expect(policy).toContain("frame-src 'self'");
    await own.close();
  });

  it('GET a missing script - after a redeploy - answers 404, never the page', async () => {
    expect((await get('/main.ffffffffff.js')).status).toBe(404);
  });

  it.each([
    '/.build-id',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%00',
    '/%',
    '//',
    '//etc/passwd',
    // no name that a file can have
    `/${'a'.repeat(300)}.js`,
    '/mf-manifest.json/x.js',
  ])('GET %s - out of bounds - sends no file', async (path) =>
    expect(await (await get(path)).text()).not.toMatch(/secret|workspaces/),
  );

  it('GET a remote’s file - at the page’s origin - is sent with its cache headers; out of bounds and unknown remotes are not', async () => {
    const own = await startGateway({
      port: 0,
      shellDir: dir,
      remotes: { offers: { entry: '/remotes/offers/mf-manifest.json', integrity: 'sha384-x', version: '1' } },
      remoteFiles: new Map([['offers', { dir }]]),
    });
    const ask = (path: string) => fetch(own.url + path);
    expect((await ask(`/remotes/offers/${SCRIPT}`)).headers.get('cache-control')).toContain('immutable');
    expect((await ask('/remotes/offers/mf-manifest.json')).headers.get('cache-control')).toBe('no-cache');
    const worker = { headers: { 'service-worker': 'script' } };
    expect((await fetch(`${own.url}/remotes/offers/${SCRIPT}`, worker)).status).toBe(403);
    for (const path of [
      '/remotes/photos/x.js',
      '/remotes/offers/%2e%2e/package.json',
      '/remotes/offers/.build-id',
    ])
      expect((await ask(path)).status).toBe(404);
    const releasesDir = join(dir, 'releases');
    const releases = await startRemoteServer({ dir, releasesDir, port: 0 });
    mkdirSync(join(releasesDir, 'files'), { recursive: true });
    mkdirSync(join(releasesDir, '1.0.0-0a1b2c3d'));
    writeFileSync(join(releasesDir, 'files/a.0123456789.js'), 'shared');
    const asked = ['files/a.0123456789.js', `files/${SCRIPT}`, 'files/x/y.js'];
    const got = asked.map(async (path) => (await fetch(`${releases.url}/${path}`)).status);
    // shared files; not shipped files; no subfolder
    expect(await Promise.all(got)).toEqual([200, 404, 404]);
    await releases.close();
    const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' '${sha256('boot()')}';`);
    expect(policy).toContain("connect-src 'self';");
    await own.close();
  });

  it('GET /sw.js - by any browser - precedes the built worker by the registry’s origins, and by hash and policy of the page it may keep', async () => {
    const response = await get('/sw.js');
    const [, known = '', code] = /^self\.__FLINT_SERVER=(.*);\n(.*)$/.exec(await response.text()) ?? [];
    const page = await get('/');
    const bytes = Buffer.from(await page.arrayBuffer());
    expect(code).toBe('work()');
    expect(JSON.parse(known)).toMatchObject({
      origins: ['http://127.0.0.1:4999'],
      page: {
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
        headers: { 'content-security-policy': page.headers.get('content-security-policy') },
      },
    });
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self' http://127.0.0.1:4999",
    );
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['/sw.js', 200],
    [`/${SCRIPT}`, 403],
    ['/', 403],
    ['/api/v1/config', 403],
  ])(
    'GET %s - for a service worker - answers %i: only the worker’s own file becomes one',
    async (path, status) => {
      expect((await get(path, { headers: { 'service-worker': 'script' } })).status).toBe(status);
    },
  );

  it('POST to a page - not an API call - answers 405', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405);
  });

  it('GET /remotes.json - from the shell - names the remotes and is revalidated every time', async () => {
    const response = await get('/remotes.json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual(REMOTES);
  });

  it('the page - opened by a browser - contains /remotes.json, whose content cannot end the element', async () => {
    const opened = await get('/offers', { headers: { accept: 'text/html,*/*;q=0.8' } });
    const text = await opened.text();
    const [, block = ''] =
      /<script type="application\/json" id="flint-remotes">([^<]*)<\/script><script>boot/.exec(text) ?? [];
    expect(JSON.parse(block)).toEqual(REMOTES);
    expect(opened.headers.get('vary')).toContain('accept');
  });

  it('the page - requested for a cache - contains no addresses', async () => {
    expect(await (await get('/')).text()).not.toContain('flint-remotes');
  });

  it('GET /remotes.json with its ETag - without a release meanwhile - answers 304 without a body', async () => {
    const etag = (await get('/remotes.json')).headers.get('etag') ?? '';
    const again = await get('/remotes.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('the page - in any browser - allows scripts of our own origins and its own inline script only, and no eval', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src 'self' http://127.0.0.1:4999 '${sha256('boot()')}'`,
        `style-src 'self' http://127.0.0.1:4999 '${sha256('a{}')}'`,
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('the page and its files - in any browser - send the specified headers', async () => {
    for (const path of ['/', `/${SCRIPT}`]) {
      const { headers } = await get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        // the selfie
        'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
      });
      for (const name of ['x-powered-by', 'access-control-allow-origin'])
        expect(headers.has(name)).toBe(false);
    }
    const { headers } = await fetch(`${remote.url}/${SCRIPT}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('slow clients - of the page and of a remote - are cut off in time', () => {
    for (const { server } of [gateway, remote])
      expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
        10_000, 60_000, 45_000,
      ]);
  });

  it('start - with the port taken - fails with a sentence that names it', async () => {
    const taken = startGateway({ port: gateway.port, shellDir: dir, remotes: {} });
    await expect(taken).rejects.toThrow(PortError);
    await expect(taken).rejects.toThrow(`Port ${gateway.port}, wanted by the app, is in use.`);
  });

  it('an API path - without an API - answers 503', async () => {
    await using bare = Object.assign(await startGateway({ port: 0, shellDir: dir, remotes: {} }), {
      [Symbol.asyncDispose]: () => bare.close(),
    });
    const { status, headers } = await fetch(`${bare.url}/api/v1/config`);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });
});
