import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fixedClock } from '@flint/services';
import mongoose from 'mongoose';
import { startTestServer, useTestServer, type TestServer } from '@flint/testing';
import { startTlsDoor } from '@flint/testing/tls-door';
import { until } from '@flint/testing/until';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';
import { metrics, STORE_TIMES } from './metrics';
import { gatherCounts, readReleaseCounts } from './release-counts';
import type { Deps } from './resource';

const TOKEN = 'a token of the collector';
const server = useTestServer({ env: { METRICS_TOKEN: TOKEN } });
const metricsOf = (of: Pick<TestServer, 'url'>, token = TOKEN) =>
  fetch(`${of.url}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

/** Whether the database and the photo store answer, as measured now. */
async function measure(deps: Deps): Promise<string[][]> {
  for (const { run } of metrics.timed!.slice(0, 2)) await run(deps);
  const text = await (await metricsOf(server)).text();
  return [...text.matchAll(/^flint_(\w+)_up\{university="campus.edu"\} (\d)/gm)].map((row) => row.slice(1));
}

const soon = <T>(work: Promise<T>) => Promise.race([work, wait(60_000, null, { ref: false })]);

describe('/metrics', () => {
  it('with its token - counts requests by route, mail, matches and the process - and names no person or address', async () => {
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
    const { ready } = (await server.deps.db.collection('match_rounds').findOne())!;
    for (const [name, at] of [
      ['ready', ready.readyAt],
      ['oldest_list', ready.takenAt],
    ])
      expect(text).toContain(
        `flint_round_${name}_timestamp_seconds{university="campus.edu"} ${at.getTime() / 1000}\n`,
      );
    expect(text).toMatch(/^flint_nodejs_eventloop_lag_p99_seconds /m);
    for (const secret of [ann.id, ann.email, 'at-all', '00000000-0000']) expect(text).not.toContain(secret);
  });

  it('a database or a photo store that does not answer, or lacks what it must have - is measured as away until it answers', async () => {
    const { deps } = server;
    const measured = (changed: Partial<Deps>) => measure({ ...deps, ...changed });
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
    await seedStudent(deps, createRandom(1), {
      email: 'ann@campus.edu',
      name: 'Ann',
      answered: 1,
      photos: 1,
      week: true,
    });
    expect(await measured({})).toEqual(present);
    // the folder of another disk, which is writable, and empty
    expect(await measured({ dataDir: path.join(deps.dataDir, 'other') })).toEqual([
      ['database', '1'],
      ['photo_store', '0'],
    ]);
    await deps.db.collection('photo_uploads').updateMany({}, { $set: { state: 'removed' } });
    expect(await measured({ dataDir: path.join(deps.dataDir, 'other') })).toEqual(present);
  });

  it('a disk of pictures that hangs - is measured as away, takes one thread, and is up once it answers', async () => {
    const deps = { ...server.deps };
    const folder = path.join(deps.dataDir, 'photos', 'nobody');
    await mkdir(folder, { recursive: true });
    // whoever reads a pipe waits until somebody writes
    const pipe = path.join(folder, 'thumbnail.webp');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    jest.replaceProperty(STORE_TIMES, 'silenceMs', 100);
    try {
      // more often than there are threads
      for (let run = 0; run < 5; run++)
        expect(await soon(measure(deps))).toContainEqual(['photo_store', '0']);
      expect(await soon(readFile(__filename))).not.toBeNull();
    } finally {
      execFileSync('sh', ['-c', ': > "$0"', pipe]);
      await rm(folder, { recursive: true });
    }
    await until(async () => (await measure(deps)).some((row) => row.join() === 'photo_store,1'));
  });

  it('mail sent - is counted by result', async () => {
    await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@campus.edu', create_user: true }),
    });
    const read = async () => (await metricsOf(server)).text();
    await until(async () => (await read()).includes('result="delivered"} 1\n'));
    expect(await read()).toContain('flint_mail_waiting{university="campus.edu"} 0\n');
  });

  it('the certificate of the public address - is measured by its end', async () => {
    const endsAt = new Date('2031-02-03T04:05:06Z');
    const door = await startTlsDoor(9, endsAt);
    const { run } = metrics.timed!.find(({ failed }) => failed.includes('certificate'))!;
    await run({ ...server.deps, env: { ...server.deps.env, PUBLIC_URL: door.url } });
    await door.close();
    expect(await (await metricsOf(server)).text()).toContain(
      `flint_certificate_end_timestamp_seconds{university="campus.edu"} ${endsAt.getTime() / 1000}\n`,
    );
  });

  it('without the token, with another, or without a configured one - answers 401, 401 and 404', async () => {
    await using closed = await startTestServer();
    const statuses = await Promise.all([
      metricsOf(server, ''),
      metricsOf(server, 'another token'),
      metricsOf(closed),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 404]);
  });

  it("a request - is one line in the log under the browser's request id, with its route and nobody's name", async () => {
    const ann = await server.signIn();
    const before = server.logged().length;
    await ann.call('GET /profile', undefined, { 'x-request-id': 'from-the-browser' });
    const lines = server
      .logged()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ requestId: 'from-the-browser', route: '/api/v1/profile', status: 404 }),
    ]);
    expect(server.logged()).not.toContain(ann.id);
  });
});

const LOAD = { remote: 'offers', version: '1', screen: 'offers', failed: true };
const failure = { code: 'remote_unavailable', remote: 'offers', version: '1.2.0', request: 'a1b2c3d4' };
const frames = ['main.0123456789.js:1:4711'];

describe('POST /browser-reports', () => {
  it('vitals and a failure - are counted, and the failure is logged with the id that the student sees', async () => {
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
    const load = { remote: 'offers', version: '1.0.0-a1', screen: 'offers', failed: false };
    const tell = (...loads: unknown[]) =>
      server.call('POST /browser-reports', { vitals: [], failures: [], loads });
    expect((await tell(load)).status).toBe(204);
    expect(await (await metricsOf(server)).text()).toContain(
      'flint_remote_loads_total{remote="offers",result="tried"} 1\n',
    );
    await Promise.all([tell(load), tell({ ...load, screen: 'matches' }, { ...load, failed: true })]);
    await tell({ ...load, version: '1.0.1-b2', failed: true });
    const ask = (token: string) =>
      fetch(`${server.url}/metrics/releases`, { headers: { authorization: `Bearer ${token}` } });
    const read = async () => (await (await ask(TOKEN)).json()) as { release: string }[];
    // counts are written every two seconds
    await until(async () => (await read()).length === 2);
    const rows = await read();
    expect(rows.toSorted((a, b) => a.release.localeCompare(b.release))).toEqual([
      { remote: 'offers', release: '1.0.0-a1', tried: 3, failed: 1 },
      { remote: 'offers', release: '1.0.1-b2', tried: 0, failed: 1 },
    ]);
    expect((await ask('another')).status).toBe(401);
  });

  it('unreleased names - by the thousand - fill neither the database nor memory, and a release the judge asks for is still counted', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      _id: `offers ${n}`,
      remote: 'offers',
      release: `${n}`,
      tried: 1,
      failed: 0,
      last: new Date(),
    }));
    const counts = server.deps.db.db!.collection<{ _id: string }>('release_counts');
    await counts.deleteMany({});
    await counts.insertMany(rows as { _id: string }[]);
    const gathered = gatherCounts(server.deps);
    // written by a process that ends
    const write = () => gathered.start()();
    const names = (count: number) => Array.from({ length: count }, (_, n) => `invented${n}`);
    const add = (...versions: string[]) => gathered.add(versions.map((version) => ({ ...LOAD, version })));
    const named = { remote: 'offers', release: 'canary' };
    await readReleaseCounts(server.deps, [named]);
    add(...names(1), '7', 'canary');
    await write();
    add(...names(1_000), 'canary');
    await write();
    expect(await counts.findOne({ release: '7' } as object)).toMatchObject({ tried: 1, failed: 1 });
    expect(await counts.countDocuments()).toBe(1_001);
    const read = await fetch(`${server.url}/metrics/releases?of=${encodeURIComponent('offers canary')}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(await read.json()).toContainEqual({ ...named, tried: 0, failed: 2 });
  });

  it('remotes nobody has - reported by the hundred - share one label, which those that come with the build never need', async () => {
    const invented = Array.from({ length: 100 }, (_, n) => `invented${n}`);
    for (let n = 0; n < 100; n += 10) {
      const names = invented.slice(n, n + 10);
      await server.call('POST /browser-reports', {
        vitals: [],
        failures: names.map((remote) => ({ ...failure, remote })),
        loads: names.map((remote) => ({ ...LOAD, remote })),
      });
    }
    const rest = {
      vitals: [],
      failures: [{ ...failure, remote: '' }],
      loads: [{ ...LOAD, remote: 'onboarding' }],
    };
    await server.call('POST /browser-reports', rest);
    const text = await (await metricsOf(server)).text();
    expect(text.match(/^flint_remote_loads_total\{remote="invented/gm)!.length).toBeLessThan(50);
    expect(text.match(/^flint_remote_failures_total\{remote="invented/gm)!.length).toBeLessThan(50);
    for (const series of [
      'loads_total{remote="other",result="failed"}',
      'loads_total{remote="onboarding",result="failed"}',
      'failures_total{remote="shell",code="remote_unavailable"}',
    ])
      expect(text).toContain(`flint_remote_${series}`);
  });

  it('another vital, a code of its own, free text, a stack as it is, a place outside, or more than ten failures - are refused', async () => {
    const failing = (...failures: object[]) => ({ vitals: [], failures });
    for (const body of [
      { vitals: [{ name: 'FOO', value: 1 }], failures: [] },
      failing({ ...failure, code: 'boom' }),
      failing({ ...failure, request: 'I wrote this' }),
      failing({ ...failure, frames: ['Error: ann@campus.edu'] }),
      failing({ ...failure, frames: ['https://x.test/a.js:1:1'] }),
      failing(...Array.from({ length: 11 }, () => failure)),
      { ...failing(), loads: [{ ...LOAD, version: 'I wrote this' }] },
    ])
      expect([body, (await server.call('POST /browser-reports', body)).status]).toEqual([body, 400]);
    const ten = failing(...Array.from({ length: 10 }, () => failure));
    expect((await server.call('POST /browser-reports', ten)).status).toBe(204);
  });

  it('more than 600 a minute from one address - is refused', async () => {
    await using server = await startTestServer({ clock: fixedClock('2031-03-03T15:00:00Z') });
    await server.call('POST /browser-reports', { vitals: [], failures: [] });
    await server.deps.db.collection('rate_counts').updateMany({}, { $set: { points: 600 } });
    const statuses = [];
    for (let i = 0; i < 2; i++)
      statuses.push((await server.call('POST /browser-reports', { vitals: [], failures: [] })).status);
    expect(statuses).toEqual([429, 429]);
  });
});
