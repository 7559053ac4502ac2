import { expectWithin, isLong } from '@flint/testing/long';
import { randomUUID } from 'node:crypto';
import { connectMongo } from '@flint/services';
import { startTestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import { freePort } from '@flint/testing/free-port';
import { call, startProcesses, until, type Processes, type Running } from './testing/processes';

let processes: Processes;
let api: Running;
let database: Running;
let port: number;
let token: string;

beforeAll(async () => {
  processes = await startProcesses();
  port = await freePort();
  token = await processes.tokenOf(randomUUID());
});
afterAll(() => processes[Symbol.asyncDispose]());

const read = () => call(port, 'GET /api/v1/offers', { token });

describe('a database', () => {
  it('absent at the start - leaves the process alive and not ready, and it serves within 5 s after the database starts', async () => {
    api = await processes.api(port);
    expect((await call(port, 'GET /health/live')).status).toBe(200);
    const waiting = await read();
    expect([(await call(port, 'GET /health/ready')).status, waiting.status]).toEqual([503, 503]);
    expect(waiting.headers.get('retry-after')).toBe('1');
    database = await processes.database();
    expectWithin(await until(port, 'GET /health/ready', 200), 5_000);
    expectWithin(await until(port, 'GET /api/v1/offers', 200, { token }), 5_000);
  });

  it('stopped while running - gives 503 with Retry-After within 2 s, requests do not accumulate, and they succeed within 5 s of its return', async () => {
    database.child.kill('SIGSTOP');
    const slow = await Promise.all(Array.from({ length: 20 }, read));
    for (const { status, headers, ms } of slow) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBeTruthy();
      expectWithin(ms, 2_000);
    }
    const live = await call(port, 'GET /health/live');
    expect(live.status).toBe(200);
    expectWithin(live.ms, 50);
    expect((await call(port, 'GET /health/ready')).status).toBe(503);
    const crowd = await Promise.all(Array.from({ length: 700 }, read));
    // on a machine that stalls, connections whose first byte waits for a second are closed (half-open.ts)
    const closed = isLong ? [] : crowd.filter(({ status }) => status === 0);
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([503, ...closed.map(() => 0)]));
    const shed = crowd.filter(({ headers }) => headers.get('retry-after') === '1');
    expect(shed.length + closed.length).toBeGreaterThanOrEqual(150);
    database.child.kill('SIGCONT');
    expectWithin(await until(port, 'GET /health/ready', 200), 5_000);
    expectWithin(await until(port, 'GET /api/v1/offers', 200, { token }), 5_000);
  });

  it('killed while running - gives 503 within 2 s - and requests succeed within 5 s of its return', async () => {
    await database.end();
    const { status, headers, ms } = await read();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    expectWithin(ms, 2_000);
    expect((await call(port, 'GET /health/live')).status).toBe(200);
    database = await processes.database();
    expectWithin(await until(port, 'GET /health/ready', 200), 5_000);
    expectWithin(await until(port, 'GET /api/v1/offers', 200, { token }), 5_000);
    expect(api.child.exitCode).toBeNull();
  });

  it('slow by half a second a query - still answers, or gives 503 in time; liveness is not affected', async () => {
    const admin = await connectMongo(processes.uri);
    const slowBy = (blockTimeMS: number, times: number) =>
      admin.db!.admin().command({
        configureFailPoint: 'failCommand',
        mode: { times },
        data: { failCommands: ['find', 'findAndModify', 'aggregate'], blockConnection: true, blockTimeMS },
      });
    await slowBy(500, 10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expectWithin(Math.max(...answers.map(({ ms }) => ms)), 2_500);
    expect((await call(port, 'GET /health/live')).status).toBe(200);
    await slowBy(5_000, 10_000);
    const slower = await read();
    expect(slower.status).toBe(503);
    expectWithin(slower.ms, 2_500);
    await admin.db!.admin().command({ configureFailPoint: 'failCommand', mode: 'off' });
    await admin.close();
    expectWithin(await until(port, 'GET /api/v1/offers', 200, { token }), 5_000);
  });
});

describe('a full disk', () => {
  it('while a photo arrives - gives 507, leaves no partial file, and everything else works', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const { body } = await ann.call('POST /photos/upload-url', {
      fileName: 'me.jpg',
      fileType: 'image/jpeg',
    });
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 120, height: 160, channels: 3, background: '#c2410c' } })
      .jpeg()
      .toBuffer();
    const files = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
    const { open } = files;
    const full = jest.spyOn(files, 'open').mockImplementation(async (file, flags) => {
      if (flags !== 'w') return open(file, flags);
      await files.writeFile(file as string, 'half');
      return {
        writeFile: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
        close: async () => undefined,
      } as never;
    });
    const put = (address: string) =>
      fetch(server.url + address, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(picture),
      });
    const refused = await put(body.uploadUrl);
    full.mockRestore();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      507,
      'storage_full',
    ]);
    expect(await filesIn(server.deps.dataDir)).toEqual([]);
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
    const again = await ann.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' });
    expect((await put(again.body.uploadUrl)).status).toBe(201);
  });
});
