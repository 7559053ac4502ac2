/**
 * Child process of the benchmarks scale, day and round-live: the embedded database with a campus and its round; or, given the address of such
 * a database, an API on it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestDatabase } from '@flint/testing';
import { SignJWT } from 'jose';
import pino from 'pino';
import { seedCampus } from '../seed/index';
import {
  connectMongo,
  createApp,
  createHttpServer,
  createTokenVerifier,
  readEnv,
  systemClock,
  type Deps,
} from '../src/index';
import { cipherOf } from '../src/infra/field-cipher';
import { makeTodaysRound } from '../src/resources/matches/make-round';
import { users } from '../src/resources/sign-in/user.model';

/** The message sent once it answers requests. */
export interface Ready {
  readonly url: string;
  readonly uri: string;
  /** Of signed-in students. */
  readonly tokens: readonly string[];
  readonly seedSeconds: number;
  /** From the process's start to its first answer, and its memory then, after garbage collection. */
  readonly startSeconds: number;
  readonly megabytes: number;
}

/** The answer to a mark: processor time since the previous one, and how long its own thread worked until now. */
export interface Marked {
  readonly cpuMicroseconds: number;
  readonly activeMs: number;
}

/** The result of a requested round: the number of lists, or null if another process is making it. */
export interface Made {
  readonly lists: number | null;
}

const VIEWERS = 300;
const ISSUER = 'http://127.0.0.1/auth/v1';
const [students = '5000', secretHex = '', given] = process.argv.slice(2);
const secret = Buffer.from(secretHex, 'hex');
const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-scale-'));
const database = given ? null : await startTestDatabase({ inWorker: true });
const uri = given ?? database!.uri;
const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, IP_LIMIT_FACTOR: '1000' });
const db = database?.db ?? (await connectMongo(uri));
const deps: Deps = { env, db, clock: systemClock, log: pino({ level: 'silent' }), secret, dataDir };

cipherOf(deps).follow('local');

const seconds = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
const seedSeconds = given ? 0 : await seconds(() => seedCampus(deps, { students: Number(students) }));
if (!given) await makeTodaysRound(deps);

const verifier = createTokenVerifier({ issuer: ISSUER, keys: secret, algorithms: ['HS256'] });
const app = given ? await createApp(deps, verifier, { patienceMs: 20_000 }) : null;
const server = app && createHttpServer(app.listener);
if (server) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = server ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : '';
if (server) await fetch(`${url}/api/v1/config`);
const startSeconds = performance.now() / 1000;
// garbage of the start does not count
setFlagsFromString('--expose-gc');
(runInNewContext('gc') as () => void)();
const megabytes = process.memoryUsage().rss / 2 ** 20;

const found = await users(db).find({}, { _id: 1, email: 1 }).limit(VIEWERS).lean();
const tokens = await Promise.all(
  found.map(({ _id, email }) =>
    new SignJWT({ email, role: 'authenticated', session_id: _id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience('authenticated')
      .setSubject(_id)
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(secret),
  ),
);

let mark = process.cpuUsage();
process.on('message', (word) => {
  if (word === 'mark') {
    const { user, system } = process.cpuUsage(mark);
    mark = process.cpuUsage();
    const { active: activeMs } = performance.eventLoopUtilization();
    process.send!({ cpuMicroseconds: user + system, activeMs } satisfies Marked);
    return;
  }
  if (word === 'round') {
    void makeTodaysRound(deps, { again: true }).then((figures) =>
      process.send!({ lists: figures?.lists ?? null } satisfies Made),
    );
    return;
  }
  void (async () => {
    await app?.close();
    server?.closeAllConnections();
    server?.close();
    if (database) await database[Symbol.asyncDispose]();
    else await db.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  })();
});
const ready: Ready = {
  url,
  uri,
  tokens,
  seedSeconds,
  startSeconds,
  megabytes,
};
// the parent process has ended
process.on('disconnect', () => process.exit(1));
process.send!(ready);
