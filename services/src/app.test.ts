import { ROUTES } from '@flint/contracts';
import { startTestServer } from '@flint/testing';
import Router from '@koa/router';
import { createBinder } from './http/bind';
import { createIdempotency } from './http/idempotency';
import { RESOURCES } from './resources/index';

describe('the API', () => {
  it('GET /config - without a session - returns the operator’s configuration', async () => {
    await using server = await startTestServer({ env: { UNIVERSITY_NAME: 'North College' } });
    const answer = await server.call('GET /config');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ universityName: 'North College', supabaseUrl: null });
  });

  it('an unknown path - answers 404 as a problem document with a request id', async () => {
    await using server = await startTestServer();
    const answer = await server.call('GET /nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'not_found', status: 404, title: 'Not Found' });
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  });

  it('every declared route - is bound by a resource - and nothing undeclared is', async () => {
    await using server = await startTestServer();
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
