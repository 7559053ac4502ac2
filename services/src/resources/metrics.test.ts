import mongoose from 'mongoose';
import { startTestServer, type TestServer } from '@flint/testing';
import { metrics } from './metrics';
import type { Deps } from './resource';

const TOKEN = 'a token of the collector';
const metricsOf = (server: TestServer, token = TOKEN) =>
  fetch(`${server.url}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

describe('/metrics', () => {
  it('with its token - counts requests by route, mail, matches and the process - and names no person or address', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    const ann = await server.signIn();
    await ann.call('GET /profile');
    await server.call('GET /nowhere/at-all');
    await ann.call('POST /matches/00000000-0000-4000-8000-000000000000/hide');
    const text = await (await metricsOf(server)).text();
    expect(text).toMatch(
      /^flint_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/profile",status="404"\} [1-9]/m,
    );
    expect(text).toContain('route="/api/v1/matches/:userId/hide"');
    expect(text).toContain('route="none",status="404"');
    expect(text).toMatch(/^flint_round_ready_timestamp_seconds\{university="campus.edu"\} \d/m);
    expect(text).toMatch(/^flint_round_oldest_list_timestamp_seconds\{university="campus.edu"\} \d/m);
    expect(text).toMatch(/^flint_nodejs_eventloop_lag_p99_seconds /m);
    for (const secret of [ann.id, ann.email, 'at-all', '00000000-0000']) expect(text).not.toContain(secret);
  });

  it('a database or a photo store that does not answer - is measured as away until it answers', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    const { deps } = server;
    const measured = async (changed: Partial<Deps>) => {
      await metrics.timed![0]!.run({ ...deps, ...changed });
      const text = await (await metricsOf(server)).text();
      return [...text.matchAll(/^flint_(\w+)_up\{university="campus.edu"\} (\d)/gm)].map((row) =>
        row.slice(1),
      );
    };
    const present = [
      ['database', '1'],
      ['photo_store', '1'],
    ];
    expect(await measured({})).toEqual(present);
    const db = mongoose.createConnection();
    expect(await measured({ db: db.set('bufferCommands', false) })).toEqual([
      ['database', '0'],
      ['photo_store', '1'],
    ]);
    expect(await measured({ dataDir: __filename })).toEqual([
      ['database', '1'],
      ['photo_store', '0'],
    ]);
    expect(await measured({})).toEqual(present);
  });

  it('mail sent - is counted by result', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@campus.edu', create_user: true }),
    });
    const counted = async () => (await (await metricsOf(server)).text()).includes('result="delivered"} ');
    while (!(await counted())) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('without the token, with another, or without a configured one - answers 401, 401 and 404', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    await using closed = await startTestServer();
    const statuses = await Promise.all([
      metricsOf(server, ''),
      metricsOf(server, 'another token'),
      metricsOf(closed),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 404]);
  });

  it("a request - is one line in the log under the browser's request id, with its route and nobody's name", async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    await ann.call('GET /profile', undefined, { 'x-request-id': 'from-the-browser' });
    const lines = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ requestId: 'from-the-browser', route: '/api/v1/profile', status: 404 }),
    ]);
    expect(server.logged()).not.toContain(ann.id);
  });
});
