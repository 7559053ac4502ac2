import { request } from 'node:http';
import { startRunningDesk, type RunningDesk } from '@flint/testing/desk';

jest.setTimeout(120_000);

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
