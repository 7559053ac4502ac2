import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { API_BASE } from '@flint/contracts';
import type { TestStudent } from '@flint/testing';
import { expectWithin, isLong, isShort } from '@flint/testing/long';
import { enrol } from '../../src/resources/offers/testing/campus';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { asStudent, dumpOf, jsonAs, send } from './api';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({})));
afterAll(() => stage[Symbol.asyncDispose]());

const WEEK = {
  utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
  timezone: 'America/Toronto',
  lastUpdated: '2031-03-03T15:00:00.000Z',
};
const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };

/** Starts a request whose body ends on command, and resolves with the status. */
async function beginSlowly(token: string, method: string, path: string, body: object) {
  const { hostname, port } = new URL(stage.server.url);
  // the server cuts a slow body off; nearly all of this one is there at once
  const text = ' '.repeat(10_000) + JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `${method} /api/v1${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  socket.write(head + text.slice(0, -5));
  return async () => {
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.write(text.slice(-5));
    await once(socket, 'close');
    return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
  };
}

let count = 0;
const ENDINGS: readonly [string, (token: string) => Promise<unknown>][] = [
  [
    'deleted the account',
    (token) => send(stage.server.url, 'DELETE', '/api/v1/account', { headers: asStudent({ token }) }),
  ],
  [
    'signed out everywhere',
    (token) => stage.auth('POST /logout?scope=global', undefined, { authorization: `Bearer ${token}` }),
  ],
];

it.each(ENDINGS)(
  'requests whose bodies end after their student %s - are refused, and leave nothing',
  async (_what, leave) => {
    const { access_token: token, user } = await stage.signIn(`late${(count += 1)}@campus.edu`);
    await send(stage.server.url, 'GET', '/api/v1/profile', { headers: asStudent({ token }) });
    const slow = [
      ['POST', '/availability', WEEK],
      ['PATCH', '/profile', PROFILE],
      ['PUT', '/offers/mail', { wanted: false }],
    ] as const;
    const finish = await Promise.all(
      slow.map(([method, path, body]) => beginSlowly(token, method, path, body)),
    );
    // their sessions are checked before the answer to a later request
    for (let n = 0; n < 3; n++) await send(stage.server.url, 'GET', '/api/v1/config');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await leave(token);
    expect(await Promise.all(finish.map((end) => end()))).toEqual([401, 401, 401]);
    for (const collection of ['availabilities', 'profiles', 'offer_mail_choices'])
      expect(await stage.server.deps.db.collection<any>(collection).findOne({ _id: user.id })).toBeNull();
  },
);

const OTHER = randomUUID();
type Write = readonly [method: string, path: string, body: object];
const WRITES: readonly Write[] = [
  ['PATCH', '/profile', PROFILE],
  ['POST', '/availability', WEEK],
  ['PUT', '/offers/mail', { wanted: false }],
  ['PUT', '/safety/pause', { paused: true }],
  ['POST', '/safety/hidden-contacts', { emails: ['ben@campus.edu'] }],
  ['POST', '/blocks', { userId: OTHER }],
  ['POST', '/safety/reports', { userId: OTHER, reason: 'safety_concern', description: 'What happened' }],
  ['POST', '/photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' }],
];

/** Where a student's id, or the hash for stored responses, still occurs. */
async function tracesOf(userId: string): Promise<string[]> {
  const { db } = stage.server.deps;
  const kept = JSON.stringify(await db.collection('idempotency_keys').find().toArray());
  const hashed = createHash('sha256').update(userId).digest('hex');
  const places = { collections: await dumpOf(stage.server), 'kept answers': kept };
  return Object.entries(places).flatMap(([name, text]) =>
    text.includes(userId) || text.includes(hashed) ? [name] : [],
  );
}

describe('another process with the session in its cache', () => {
  const write = (url: string, token: string, [method, path, body]: Write) => {
    const { headers, ...init } = jsonAs({ token }, body);
    return send(url, method, `/api/v1${path}`, {
      ...init,
      headers: { ...(headers as Record<string, string>), 'idempotency-key': randomUUID() },
    });
  };

  let twin: Awaited<ReturnType<typeof startTwin>>;
  beforeAll(async () => void (twin = await startTwin(stage.server.deps)));
  afterAll(() => twin[Symbol.asyncDispose]());

  /** A student whom the other process knows. */
  async function enter(): Promise<{ token: string; id: string }> {
    const { access_token: token, user } = await stage.signIn(`twin${(count += 1)}@campus.edu`);
    await write(twin.url, token, WRITES[0]!);
    return { token, id: user.id };
  }
  const erase = (token: string) =>
    send(stage.server.url, 'DELETE', '/api/v1/account', { headers: asStudent({ token }) });

  it('each write after the account was erased - is refused, and leaves nothing', async () => {
    // both clocks stand still, so the other process still accepts the token
    const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { token, id } = await enter();
    await erase(token);
    const read = await send(twin.url, 'GET', '/api/v1/offers/mail', { headers: asStudent({ token }) });
    expect(read.status).toBe(200);
    still.mockRestore();
    for (const call of WRITES) {
      const { status } = await write(twin.url, token, call);
      // the short run looks after the last write
      const left = isShort ? [] : await tracesOf(id);
      expect([call[1], status, left]).toEqual([call[1], 401, []]);
    }
    expect(await tracesOf(id)).toEqual([]);
  });

  it('all writes, again and again while the account is erased - leave nothing', async () => {
    for (let times = 0; times < (isLong ? 20 : isShort ? 1 : 3); times++) {
      const { token, id } = await enter();
      let isGone = false;
      const writing = WRITES.map(async (call) => {
        for (let last = false; !last;) {
          last = isGone;
          await write(twin.url, token, call);
        }
      });
      await erase(token);
      isGone = true;
      await Promise.all(writing);
      expect(await tracesOf(id)).toEqual([]);
    }
  });
});

const HALF_BODIES = 520;
const HONEST = isLong ? 200 : 24;

let ann: TestStudent;
let mallory: TestStudent;
beforeAll(async () => {
  ann = await enrol(stage.server);
  mallory = await enrol(stage.server);
});

/** Resolves once the server has read the requests before. */
async function untilRead(): Promise<void> {
  for (let n = 0; n < 20; n++) await fetch(`${stage.server.url}/health/live`);
}

/** Keeps that many half-sent requests open from one address and replaces each one the server ends. */
async function holdHalfOpen(count: number, at: string, headers = ''): Promise<Disposable> {
  const { port } = new URL(stage.server.url);
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
    () => stage.server.call('GET /config'),
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
      await stage.server.deps.db.collection('rate_counts').deleteMany({});
      expect(meanwhile.statuses.filter((status) => status >= 400)).toEqual([]);
      expect(normal.statuses.filter((status) => status >= 400)).toEqual([]);
      expectWithin(meanwhile.p95, Math.max(4 * normal.p95, 250));
    },
  );

  it('at sign-in - a code is still mailed and redeemed', async () => {
    using _held = await holdHalfOpen(HALF_BODIES, '/auth/v1/verify');
    const email = 'half.open@campus.edu';
    expect((await stage.send(email)).status).toBe(200);
    expect((await stage.verify(email, await stage.codeFor(email))).status).toBe(200);
  });

  it('a slow body - gets 408 long before ten seconds - and 504 at sign-in', async () => {
    const real = performance.now.bind(performance);
    const answers = [`${API_BASE}/browser-reports`, '/auth/v1/otp'].map(
      (at) =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(new URL(stage.server.url).port), '127.0.0.1');
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
    jest.spyOn(performance, 'now').mockImplementation(() => real() + 3_100);
    expect(await Promise.all(answers)).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 504 Gateway Timeout',
    ]);
  });
});
