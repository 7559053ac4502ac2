/**
 * Child processes of the stream benchmark, on one database: with a number of students it signs them in, sends their tokens and ends; without
 * one it is an API process, which measures itself on request.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import pino from 'pino';
import { connectMongo } from '../src/infra/mongo';
import { createApp, createHttpServer, createVerifier, readEnv, systemClock, type Deps } from '../src/index';
import { signAccessToken } from '../src/resources/sign-in/session-answer';
import { sessions } from '../src/resources/sign-in/session.model';
import { signInOf } from '../src/resources/sign-in/sign-in';
import { users } from '../src/resources/sign-in/user.model';

/** What both need to know. */
export interface Place {
  readonly uri: string;
  /** Hexadecimal. */
  readonly secret: string;
}

/** What one measurement says: processor time since the one before, and memory in use. */
export interface Measured {
  readonly cpuMicroseconds: number;
  readonly megabytes: number;
}

const [place, count] = JSON.parse(process.argv[2]!) as [Place, number | undefined];
const dataDir = process.env.TMPDIR ?? tmpdir();
const deps: Deps = {
  env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, IP_LIMIT_FACTOR: '1000' }),
  db: await connectMongo(place.uri),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  secret: Buffer.from(place.secret, 'hex'),
  dataDir,
};
async function signInStudents(students: number): Promise<readonly string[]> {
  const now = new Date();
  await createApp(deps, createVerifier(deps));
  const accounts = Array.from({ length: students }, (_, i) => ({
    _id: randomUUID(),
    email: `student${i}@campus.edu`,
    identityId: randomUUID(),
    appMetadata: {},
    userMetadata: {},
    confirmedAt: now,
    lastSignInAt: now,
    bannedUntil: null,
    createdAt: now,
    updatedAt: now,
  }));
  const held = accounts.map(({ _id: userId }) => ({
    _id: randomUUID(),
    userId,
    counter: 0,
    refreshedAt: now,
    createdAt: now,
    device: null,
    isBound: false,
    repeatedAt: null,
    browser: null,
    system: null,
  }));
  await users(deps.db).insertMany(accounts);
  await sessions(deps.db).insertMany(held);
  const tokens: string[] = [];
  for (const [i, account] of accounts.entries())
    tokens.push((await signAccessToken(signInOf(deps), account, held[i]!)).accessToken);
  return tokens;
}

async function serve(): Promise<string> {
  const app = await createApp(deps, createVerifier(deps));
  const server = createHttpServer(app.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let mark = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(mark);
    mark = process.cpuUsage();
    const megabytes = process.memoryUsage.rss() / 2 ** 20;
    process.send?.({ cpuMicroseconds: user + system, megabytes } satisfies Measured);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

process.on('message', (word) => word === 'stop' && process.exit(0));
// the parent process has ended
process.on('disconnect', () => process.exit(1));
process.send?.(count ? await signInStudents(count) : await serve());
