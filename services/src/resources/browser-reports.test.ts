import { startTestServer } from '@flint/testing';

const TOKEN = 'a token of the collector';
const LOAD = { remote: 'offers', version: '1', screen: 'offers', failed: true };
const failure = { code: 'remote_unavailable', remote: 'offers', version: '1.2.0', request: 'a1b2c3d4' };
const frames = ['main.0123456789.js:1:4711'];

/** Counts are written every two seconds. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 100));
}

describe('POST /browser-reports', () => {
  it('vitals and a failure - are counted, and the failure is logged with the id that the student sees', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    const vitals = [
      { name: 'LCP', value: 1900 },
      { name: 'CLS', value: 0.02 },
    ];
    const answer = await server.call('POST /browser-reports', { vitals, failures: [{ ...failure, frames }] });
    expect([answer.status, answer.body]).toEqual([204, null]);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(text).toContain('flint_browser_vital_seconds_bucket{le="2.5",vital="LCP"} 1');
    expect(text).toContain('flint_remote_failures_total{remote="offers",code="remote_unavailable"} 1');
    expect(server.logged()).toContain('"request":"a1b2c3d4"');
    expect(server.logged()).toContain('"frames":["main.0123456789.js:1:4711"]');
  });

  it('screens tried and failed - reported by pages of two releases - are counted by release for a client with the token', async () => {
    await using server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
    const load = { remote: 'offers', version: '1.0.0-a1', screen: 'offers', failed: false };
    const tell = (...loads: unknown[]) =>
      server.call('POST /browser-reports', { vitals: [], failures: [], loads });
    expect((await tell(load)).status).toBe(204);
    await Promise.all([tell(load), tell(load, { ...load, failed: true })]);
    await tell({ ...load, version: '1.0.1-b2', failed: true });
    const ask = (token: string) =>
      fetch(`${server.url}/metrics/releases`, { headers: { authorization: `Bearer ${token}` } });
    const read = async () => (await (await ask(TOKEN)).json()) as { release: string }[];
    await until(async () => (await read()).length === 2);
    const rows = await read();
    expect(rows.toSorted((a, b) => a.release.localeCompare(b.release))).toEqual([
      { remote: 'offers', release: '1.0.0-a1', screen: 'offers', tried: 3, failed: 1 },
      { remote: 'offers', release: '1.0.1-b2', screen: 'offers', tried: 0, failed: 1 },
    ]);
    expect((await ask('another')).status).toBe(401);
  });

  it('unreleased names - by the thousand - do not fill the database', async () => {
    await using server = await startTestServer();
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      _id: `offers ${n} offers`,
      remote: 'offers',
      release: `${n}`,
      screen: 'offers',
      tried: 1,
      failed: 0,
      last: new Date(),
    }));
    await server.deps.db.db!.collection<{ _id: string }>('release_counts').insertMany(rows);
    const load = { remote: 'offers', version: 'invented', screen: 'offers', failed: true };
    const body = { vitals: [], failures: [], loads: [load, { ...load, version: '7' }] };
    expect((await server.call('POST /browser-reports', body)).status).toBe(204);
    const counts = server.deps.db.db!.collection('release_counts');
    await until(async () => (await counts.findOne({ release: '7', failed: 1 })) !== null);
    expect(await counts.countDocuments()).toBe(1_000);
  });

  it.each([
    ['another vital', { vitals: [{ name: 'FOO', value: 1 }], failures: [] }],
    ['a code of its own', { vitals: [], failures: [{ ...failure, code: 'boom' }] }],
    ['free text', { vitals: [], failures: [{ ...failure, request: 'I wrote this' }] }],
    ['a stack as it is', { vitals: [], failures: [{ ...failure, frames: ['Error: ann@campus.edu'] }] }],
    ['a place outside', { vitals: [], failures: [{ ...failure, frames: ['https://x.test/a.js:1:1'] }] }],
    ['more than ten', { vitals: [], failures: Array.from({ length: 11 }, () => failure) }],
    ['a release with free text', { vitals: [], failures: [], loads: [{ ...LOAD, version: 'I wrote this' }] }],
    ['another field', { vitals: [], failures: [], user: 'ann' }],
  ])('%s - is refused', async (_case, body) => {
    await using server = await startTestServer();
    expect((await server.call('POST /browser-reports', body)).status).toBe(400);
  });

  it('more than 600 a minute from one address - is refused', async () => {
    await using server = await startTestServer();
    await server.call('POST /browser-reports', { vitals: [], failures: [] });
    await server.deps.db.collection('rate_counts').updateOne({}, { $set: { points: 600 } });
    const statuses = [];
    for (let i = 0; i < 2; i++)
      statuses.push((await server.call('POST /browser-reports', { vitals: [], failures: [] })).status);
    expect(statuses).toEqual([429, 429]);
  });
});
