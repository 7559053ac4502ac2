import { startTestServer } from '@flint/testing';

const TOKEN = 'a token of the collector';
const failure = { code: 'remote_unavailable', remote: 'offers', version: '1.2.0', request: 'a1b2c3d4' };

describe('POST /browser-reports', () => {
  it('vitals and a failure - are counted, and the failure is written with the id the student sees', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    const vitals = [
      { name: 'LCP', value: 1900 },
      { name: 'CLS', value: 0.02 },
    ];
    const answer = await server.call('POST /browser-reports', { vitals, failures: [failure] });
    expect([answer.status, answer.body]).toEqual([204, null]);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(text).toContain('flint_browser_vital_seconds_bucket{le="2.5",vital="LCP"} 1');
    expect(text).toContain('flint_remote_failures_total{remote="offers",code="remote_unavailable"} 1');
    expect(server.logged()).toContain('"request":"a1b2c3d4"');
  });

  it.each([
    ['another vital', { vitals: [{ name: 'FOO', value: 1 }], failures: [] }],
    ['a code of its own', { vitals: [], failures: [{ ...failure, code: 'boom' }] }],
    ['free text', { vitals: [], failures: [{ ...failure, request: 'I wrote this' }] }],
    ['more than ten', { vitals: [], failures: Array.from({ length: 11 }, () => failure) }],
    ['another field', { vitals: [], failures: [], user: 'ann' }],
  ])('%s - is refused', async (_case, body) => {
    await using server = await startTestServer();
    expect((await server.call('POST /browser-reports', body)).status).toBe(400);
  });

  it('more than 600 a minute from one address - is refused', async () => {
    await using server = await startTestServer();
    const { takeOne } = await import('../http/rate-limit');
    const limit = { name: 'browser-reports', max: 600, seconds: 60 };
    await Promise.all(Array.from({ length: 40 }, () => takeOne(server.deps, limit, '127.0.0.1')));
    await server.deps.db
      .db!.collection('rate_limits')
      .updateMany({ taken: { $gte: 40 } }, { $set: { taken: 600 } });
    const statuses = [];
    for (let i = 0; i < 2; i++)
      statuses.push((await server.call('POST /browser-reports', { vitals: [], failures: [] })).status);
    expect(statuses).toEqual([429, 429]);
  });
});
