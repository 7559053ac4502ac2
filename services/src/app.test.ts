import { ROUTES } from '@flint/contracts';
import { useTestServer } from '@flint/testing';
import Router from '@koa/router';
import { createBinder } from './http/bind';
import { createIdempotency } from './http/idempotency';
import { contactsOf } from './resources/config';
import { RESOURCES } from './resources/index';

const server = useTestServer({ env: { UNIVERSITY_NAME: 'North College', APP_NAME: '<Flint>' } });

describe('the API', () => {
  it('GET /config - without a session - returns the operator’s configuration', async () => {
    const answer = await server.call('GET /config');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ universityName: 'North College', supabaseUrl: null });
  });

  it('contacts in an emergency - can be called or opened, as the operator wrote them', () => {
    const [phone, page] = ['+1 (416) 978-2222', 'https://safety.campus.edu/'];
    expect(contactsOf(`Campus security | ${phone}; Walk home|${page}`)).toEqual([
      { name: 'Campus security', label: phone, url: 'tel:+14169782222' },
      { name: 'Walk home', label: page, url: page },
    ]);
  });

  it('an unknown path - answers 404 as a problem document with a request id', async () => {
    const answer = await server.call('GET /nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'not_found', status: 404, title: 'Not Found' });
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  });

  it('every declared route - is bound by a resource - and nothing undeclared is', async () => {
    const { deps } = server;
    const verifier = { verify: async () => null };
    const binder = createBinder({
      router: new Router(),
      verifier,
      now: () => new Date(),
      idempotency: createIdempotency(deps),
    });
    for (const resource of RESOURCES) resource.routes?.(binder, deps);
    expect(binder.bound.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort());
  });
});

describe('GET /docs/api', () => {
  it('every route - is on the page, under a policy without scripts or foreign content', async () => {
    const answer = await fetch(`${server.url}/docs/api`);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    for (const name of Object.keys(ROUTES)) expect(html).toContain(`<section id="${name}"`);
    expect(html).not.toMatch(/<script|<Flint>| (?:src|href)="(?!\/)/);
    const style = await fetch(`${server.url}/docs/api/style.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
  });
});
