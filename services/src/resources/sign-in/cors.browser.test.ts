import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { openPage, useBrowser } from '@flint/testing/browser';
import { startStage } from './testing/stage';

/** An empty page on another origin, with supabase-js as a script. */
async function startOtherOrigin(): Promise<Server> {
  const file = createRequire(__filename).resolve('@supabase/supabase-js/dist/umd/supabase.js');
  const script = await readFile(file);
  const server = createServer((request, response) => {
    const isScript = request.url === '/supabase.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(
      isScript
        ? script
        : '<!doctype html><link rel="icon" href="data:,"><script src="/supabase.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Runs in the page: the outcome of a client call. */
const CLIENT = `(url) => {
  const { auth } = supabase.createClient(url, 'sb_publishable_local', { auth: { storageKey: 'auth-storage', detectSessionInUrl: false } });
  window.run = async (method, ...args) => {
    const { data, error } = await auth[method](...args);
    return { email: data?.user?.email ?? data?.session?.user.email ?? data?.claims?.email, error: error && { name: error.name, code: error.code, status: error.status } };
  };
}`;

const browser = useBrowser();

describe('supabase-js in Chromium, on another origin', () => {
  it('a listed origin - signs in completely and reads the code of an error', async () => {
    const other = await startOtherOrigin();
    const origin = originOf(other);
    await using stage = await startStage({ AUTH_ALLOWED_ORIGINS: origin }, new Date());
    const { page, close } = await openPage(browser, { allow: [/Failed to load resource/] });
    await page.goto(origin);
    await page.evaluate(`(${CLIENT})(${JSON.stringify(stage.server.url)})`);
    const run = (method: string, ...args: unknown[]) =>
      page.evaluate(`run(${[method, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`);
    const email = 'ann@campus.edu';
    expect(await run('signInWithOtp', { email })).toMatchObject({ error: null });
    expect(await run('verifyOtp', { email, token: '12345', type: 'email' })).toEqual({
      error: { name: 'AuthApiError', code: 'otp_expired', status: 403 },
    });
    const token = await stage.codeFor(email);
    expect(await run('verifyOtp', { email, token, type: 'email' })).toMatchObject({ email, error: null });
    expect(await run('getUser')).toMatchObject({ email, error: null });
    expect(await run('getClaims')).toMatchObject({ email, error: null });
    expect(await run('refreshSession')).toMatchObject({ email, error: null });
    expect(await run('signOut', { scope: 'local' })).toMatchObject({ error: null });
    await close();
    other.close();
  });

  it('an unlisted origin - can read no response', async () => {
    const other = await startOtherOrigin();
    await using stage = await startStage({}, new Date());
    const { page, close } = await openPage(browser, { allow: [/CORS policy/, /Failed to load resource/] });
    await page.goto(originOf(other));
    await page.evaluate(`(${CLIENT})(${JSON.stringify(stage.server.url)})`);
    expect(await page.evaluate(`run('signInWithOtp', { email: 'ann@campus.edu' })`)).toMatchObject({
      error: { name: 'AuthRetryableFetchError', status: 0 },
    });
    await expect(stage.codeFor('ann@campus.edu')).rejects.toThrow('no code');
    await close();
    other.close();
  });
});
