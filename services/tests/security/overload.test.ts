import { expectWithin, isLong } from '@flint/testing/long';
import { connect, type Socket } from 'node:net';
import type { TestStudent } from '@flint/testing';
import { useTestServer } from '@flint/testing';
import { API_BASE } from '@flint/contracts';
import { enrol } from '../../src/resources/offers/testing/campus';
import { codeFor } from '../../src/resources/sign-in/testing/stage';

const HALF_BODIES = 520;
const HONEST = isLong ? 200 : 24;

let ann: TestStudent;
let mallory: TestStudent;
const server = useTestServer({ env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  ann = await enrol(server);
  mallory = await enrol(server);
});

/** Resolves once the server has read the requests before. */
async function untilRead(): Promise<void> {
  for (let n = 0; n < 20; n++) await fetch(`${server.url}/health/live`);
}

/** Keeps that many half-sent requests open from one address and replaces each one the server ends. */
async function holdHalfOpen(count: number, at: string, headers = ''): Promise<Disposable> {
  const { port } = new URL(server.url);
  const open = new Set<Socket>();
  let isOver = false;
  const start = (): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    open.add(socket);
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (!isOver) start();
    });
    socket.write(
      `POST ${at} HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/json\r\ncontent-length: 400\r\n\r\n{"vitals":[`,
    );
    return socket;
  };
  const sent = Array.from({ length: count }, () => new Promise((resolve) => start().on('connect', resolve)));
  await Promise.all(sent);
  await untilRead();
  return {
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}

const percentile95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

/** Sends requests of honest students, four at a time. Returns their statuses and the 95th percentile of times. */
async function askHonestly(count: number): Promise<{ statuses: number[]; p95: number }> {
  const statuses: number[] = [];
  const times: number[] = [];
  const asks = [
    () => ann.call('GET /profile'),
    () => ann.call('PATCH /profile', { answers: {} }),
    () => server.call('GET /config'),
    () => ann.call('GET /offers'),
  ];
  const one = async (n: number) => {
    const started = performance.now();
    const { status } = await asks[n % asks.length]!();
    times.push(performance.now() - started);
    statuses.push(status);
  };
  for (let n = 0; n < count; n += 4) await Promise.all([0, 1, 2, 3].map((more) => one(n + more)));
  return { statuses, p95: percentile95(times) };
}

describe('requests held half open', () => {
  const kinds = [
    ['without a session', '/browser-reports', () => ''],
    ['with one', '/safety/reports', () => `authorization: Bearer ${mallory.token}\r\n`],
  ] as const;
  // both read their bodies alike
  it.each(isLong ? kinds : kinds.slice(1))(
    '520 from one address, %s - no honest request from the same address fails',
    async (_what, path, headers) => {
      const normal = await askHonestly(HONEST);
      using _held = await holdHalfOpen(HALF_BODIES, API_BASE + path, headers());
      const meanwhile = await askHonestly(HONEST);
      await server.deps.db.collection('rate_counts').deleteMany({});
      expect(meanwhile.statuses.filter((status) => status >= 400)).toEqual([]);
      expect(normal.statuses.filter((status) => status >= 400)).toEqual([]);
      expectWithin(meanwhile.p95, Math.max(4 * normal.p95, 250));
    },
    60_000,
  );

  it('at sign-in - a code is still mailed and redeemed', async () => {
    using _held = await holdHalfOpen(HALF_BODIES, '/auth/v1/verify');
    const post = (path: string, body: object) =>
      fetch(`${server.url}/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const email = 'half.open@campus.edu';
    expect((await post('/otp', { email })).status).toBe(200);
    const token = await codeFor(server, email);
    expect((await post('/verify', { email, token, type: 'email' })).status).toBe(200);
  }, 60_000);

  it('a slow body - gets 408 long before ten seconds - and 504 at sign-in', async () => {
    const real = performance.now.bind(performance);
    const answers = [`${API_BASE}/browser-reports`, '/auth/v1/otp'].map(
      (at) =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
          socket.on('error', () => undefined);
          socket.once('data', (answer) => {
            socket.destroy();
            resolve(String(answer).split('\r\n', 1)[0]!);
          });
          socket.write(
            `POST ${at} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{`,
          );
        }),
    );
    await untilRead();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => real() + 3_100);
    expect(await Promise.all(answers)).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 504 Gateway Timeout',
    ]);
    clock.mockRestore();
  });
});
