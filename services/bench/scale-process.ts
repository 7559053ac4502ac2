/**
 * Child process of the scale benchmark: an API with the embedded database on a thread of its own, as `npm start` runs it, on a campus
 * it makes first; or, with the address of such a database, a second API beside the first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
import { users } from '../src/resources/sign-in/user.model';

/** What the child says once it answers requests. */
export interface Ready {
  readonly url: string;
  readonly uri: string;
  /** Of students, signed in. */
  readonly tokens: readonly string[];
  readonly seedSeconds: number;
  readonly startSeconds: number;
  readonly megabytes: number;
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

const seconds = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
const seedSeconds = given ? 0 : await seconds(() => seedCampus(deps, { students: Number(students) }));

const verifier = createTokenVerifier({ issuer: ISSUER, keys: secret, algorithms: ['HS256'] });
const started = performance.now();
const app = await createApp(deps, verifier, { patienceMs: 20_000 });
const startSeconds = (performance.now() - started) / 1000;
const server = createHttpServer(app.listener);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

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
    process.send!({ cpuMicroseconds: user + system });
    return;
  }
  void (async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
    if (database) await database[Symbol.asyncDispose]();
    else await db.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  })();
});
const ready: Ready = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  uri,
  tokens,
  seedSeconds,
  startSeconds,
  megabytes: process.memoryUsage().rss / 2 ** 20,
};
// whoever asked for it is gone
process.on('disconnect', () => process.exit(1));
process.send!(ready);
