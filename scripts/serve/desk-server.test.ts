import { request } from 'node:http';
import { startProgram } from '@flint/testing/program';
import { startRunningDesk, type RunningDesk } from '@flint/testing/desk';

let desk: RunningDesk;
beforeAll(async () => void (desk = await startRunningDesk(new Map([['kim@campus.edu', 'kim']]))));
afterAll(() => desk[Symbol.asyncDispose]());

describe('the page of the safety desk', () => {
  it('every response - allows only its own files, no frame and no other origin', async () => {
    for (const at of ['/', '/any/address', '/icon.svg', '/missing.js']) {
      const { headers } = await fetch(desk.url + at);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('permissions-policy')).toContain('camera=(),');
    }
    expect((await fetch(`${desk.url}/missing.js`)).status).toBe(404);
    expect((await fetch(desk.url, { method: 'POST' })).status).toBe(405);
  });

  it('by another name of this machine - redirects to its own address', async () => {
    const { port } = new URL(desk.url);
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const headers = { host: `localhost:${port}` };
      request(desk.url, { headers }, (response) => {
        response.resume();
        resolve(response.headers.location);
      })
        .on('error', reject)
        .end();
    });
    expect(location).toBe(`${desk.url}/`);
  });

  it('the students’ page, remotes and API - are not served', async () => {
    for (const at of ['/remotes.json', '/openapi.json'])
      expect((await fetch(desk.url + at)).status).toBe(404);
    expect(await (await fetch(`${desk.url}/outbox`)).text()).toContain('<title>Safety desk</title>');
  });
});

describe('npx flint run desk', () => {
  it('without its operators - ends with 78 before it joins the processes on the database', async () => {
    const { databaseUri, deps } = desk.server;
    const joined = () => deps.db.collection('processes').countDocuments();
    const before = await joined();
    const settings = {
      MONGODB_URI: databaseUri,
      FLINT_SECRET: deps.secret.toString('base64'),
      DESK_OPERATORS: '',
    };
    const program = startProgram(['scripts/flint.mjs', 'run', 'desk'], settings);
    expect([await program.exit, await joined()]).toEqual([78, before]);
    expect(program.output()).toContain('DESK_OPERATORS');
  });
});
