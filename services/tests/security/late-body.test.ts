import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { isLong } from '@flint/testing/long';
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
  const text = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `${method} /api/v1${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  socket.write(head + text.slice(0, 5));
  return async () => {
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.write(text.slice(5));
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
    const { token, id } = await enter();
    await erase(token);
    // the clock stands still, so the other process still accepts the token
    const read = await send(twin.url, 'GET', '/api/v1/offers/mail', { headers: asStudent({ token }) });
    expect(read.status).toBe(200);
    for (const call of WRITES) {
      const { status } = await write(twin.url, token, call);
      expect([call[1], status, await tracesOf(id)]).toEqual([call[1], 401, []]);
    }
  });

  it('all writes, again and again while the account is erased - leave nothing', async () => {
    for (let times = 0; times < (isLong ? 20 : 3); times++) {
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
